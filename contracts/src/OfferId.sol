// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibRLP} from "solady/utils/LibRLP.sol";

/// @notice An offer's id: the address of its blob (20 bytes), its number (4), the end of that address again (8).
/// @dev The blob is a contract that the escrow creates, so its address can never come twice, and everything about an
/// offer follows from its id alone. An address is a hash, so two ids differ at both ends, where people see them cut. The n-th
/// offer's blob is the escrow's n-th creation, so number and id lead to each other without any storage, and an id that
/// anyone made up shows by not being the one that follows from its number.
library OfferId {
    function make(address blob, uint256 ordinal) internal pure returns (bytes32 id) {
        assembly ("memory-safe") {
            id := or(or(shl(96, blob), shl(64, ordinal)), and(blob, 0xffffffffffffffff))
        }
    }

    /// @param number 1 for the first offer of `escrow`
    function ofNumber(address escrow, uint256 number) internal pure returns (bytes32 id) {
        id = make(LibRLP.computeAddress(escrow, number), number);
    }

    function numberOf(bytes32 id) internal pure returns (uint256 number) {
        number = uint32(uint256(id) >> 64);
    }

    function blobOf(bytes32 id) internal pure returns (address blob) {
        blob = address(bytes20(id));
    }
}
