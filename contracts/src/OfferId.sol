// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibRLP} from "solady/utils/LibRLP.sol";

/// @notice An offer's id: the address of its blob in the high 20 bytes, a hash of that address in the low 12.
/// @dev The blob is a contract that the escrow creates, so its address can never come twice, and everything about an
/// offer follows from its id alone. The hash makes two ids differ at both ends, where people see them cut. The n-th
/// offer's blob is the escrow's n-th creation, so the number of an offer leads to its id without any storage.
library OfferId {
    function ofBlob(address blob) internal pure returns (bytes32 id) {
        assembly ("memory-safe") {
            mstore(0x00, shl(96, blob))
            id := or(mload(0x00), shr(160, keccak256(0x00, 0x20)))
        }
    }

    /// @param number 1 for the first offer of `escrow`
    function ofNumber(address escrow, uint256 number) internal pure returns (bytes32 id) {
        id = ofBlob(LibRLP.computeAddress(escrow, number));
    }

    function blobOf(bytes32 id) internal pure returns (address blob) {
        blob = address(bytes20(id));
    }
}
