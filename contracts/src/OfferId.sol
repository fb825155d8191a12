// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An offer's id: the address of its blob (20 bytes), 8 bytes of nothing, its number (4).
/// @dev The blob is a contract that the escrow creates, so its address can never come twice, and everything about an
/// offer follows from its id alone. An address is a hash and numbers count up, so ids that people see cut differ at both
/// ends; bytes of nothing are the cheapest to send. The n-th offer's blob is the escrow's n-th creation, so number and id
/// lead to each other without any storage, and an id that anyone made up shows by not being the one that follows from its
/// number.
library OfferId {
    function make(address blob, uint256 ordinal) internal pure returns (bytes32 id) {
        assembly ("memory-safe") {
            id := or(shl(96, blob), ordinal)
        }
    }

    /// @param number 1 for the first offer of `escrow`
    function ofNumber(address escrow, uint256 number) internal pure returns (bytes32 id) {
        id = make(_creation(escrow, number), number);
    }

    function numberOf(bytes32 id) internal pure returns (uint256 number) {
        number = uint32(uint256(id));
    }

    function blobOf(bytes32 id) internal pure returns (address blob) {
        blob = address(bytes20(id));
    }

    /// @notice The address of a contract's n-th creation: the end of the hash of an RLP list of the creator and n.
    /// @param ordinal 1 to 2^32 - 1
    function _creation(address creator, uint256 ordinal) private pure returns (address created) {
        assembly ("memory-safe") {
            let creator_ := and(creator, 0xffffffffffffffffffffffffffffffffffffffff)
            // The length of the list, that of the address (20 bytes) and the address end with the first word. It is
            // followed by n: below 128 as it is, from there on after the number of its bytes.
            switch gt(ordinal, 0x7f)
            case 0 {
                mstore(0x00, or(shl(160, 0xd694), creator_))
                mstore8(0x20, ordinal)
                created := keccak256(0x0a, 0x17)
            }
            default {
                let size := add(add(1, gt(ordinal, 0xff)), add(gt(ordinal, 0xffff), gt(ordinal, 0xffffff)))
                mstore(0x00, or(shl(160, add(0xd694, shl(8, size))), creator_))
                mstore8(0x20, add(0x80, size))
                mstore(0x21, shl(sub(256, shl(3, size)), ordinal))
                created := keccak256(0x0a, add(0x17, size))
            }
        }
    }
}
