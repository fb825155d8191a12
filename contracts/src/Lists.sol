// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Items of the lists that a call brings, read without asking for the length again.
/// @dev `index` must be below the length, which `OfferTerms.pack` makes equal for both lists of a side. Upper
/// bits of an address are cut off here; that there are none is checked once, where `OfferBlob` packs it.
library Lists {
    function item(address[] calldata nfts, uint256 index) internal pure returns (address nft) {
        assembly ("memory-safe") {
            nft := shr(96, shl(96, calldataload(add(nfts.offset, shl(5, index)))))
        }
    }

    function item(uint256[] calldata ids, uint256 index) internal pure returns (uint256 id) {
        assembly ("memory-safe") {
            id := calldataload(add(ids.offset, shl(5, index)))
        }
    }

    /// @notice A single argument as a list of one: `position` is where it lies in the call data.
    function nftAt(uint256 position) internal pure returns (address[] calldata nfts) {
        assembly ("memory-safe") {
            nfts.offset := position
            nfts.length := 1
        }
    }

    /// @notice The same for an id.
    function idAt(uint256 position) internal pure returns (uint256[] calldata ids) {
        assembly ("memory-safe") {
            ids.offset := position
            ids.length := 1
        }
    }
}
