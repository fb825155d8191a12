// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// @notice Calls to collections, all untrusted: no answer is copied beyond its first word, a missing or short
/// answer is no answer, and a reported success is not taken for a moved NFT.
library Erc721Calls {
    /// @dev Of a refusal, this much is passed on.
    uint256 private constant REASON_BYTES = 256;

    /// @notice Whether the address answers that it is an ERC-721 contract. Keeps out ERC-20 contracts, whose
    /// `transferFrom` has the same selector, and addresses without code.
    function isErc721(address nft) internal view returns (bool) {
        bytes32 interfaceId = type(IERC721).interfaceId;
        (bool answered, uint256 word) = _ask(nft, IERC165.supportsInterface.selector, uint256(interfaceId), gasleft());
        return answered && word == 1;
    }

    /// @return holder Zero if the collection names no owner, or does not answer with an address at all
    function ownerOf(address nft, uint256 id, uint256 gasCap) internal view returns (address holder) {
        (bool answered, uint256 word) = _ask(nft, IERC721.ownerOf.selector, id, gasCap);
        assembly ("memory-safe") {
            holder := mul(word, and(answered, iszero(shr(160, word))))
        }
    }

    function balanceOf(address nft, address holder, uint256 gasCap)
        internal
        view
        returns (bool known, uint256 balance)
    {
        (known, balance) = _ask(nft, IERC721.balanceOf.selector, uint256(uint160(holder)), gasCap);
    }

    /// @notice A transfer in memory that lacks only the id.
    function prepareTransfer(address from, address to) internal pure returns (uint256 data) {
        bytes4 selector = IERC721.transferFrom.selector;
        assembly ("memory-safe") {
            data := mload(0x40)
            mstore(0x40, add(data, 0x80))
            mstore(data, selector)
            mstore(add(data, 0x04), shr(96, shl(96, from))) // the compiler does not promise clean upper bits here
            mstore(add(data, 0x24), shr(96, shl(96, to)))
        }
    }

    /// @param data From `prepareTransfer`
    /// @return reported Whether the collection reported success, which an address without code does too
    function transfer(address nft, uint256 data, uint256 id, uint256 gasCap) internal returns (bool reported) {
        assembly ("memory-safe") {
            mstore(add(data, 0x44), id)
            reported := call(gasCap, nft, 0, data, 0x64, 0, 0)
        }
    }

    /// @notice Asks for one transfer from here to `to`, and for the owner.
    /// @return seen Whether the transfer was reported and `to` is named as the owner now. If not, nothing is known yet
    /// @return available Gas that was left before the transfer
    function transferAndLook(address nft, address to, uint256 id, uint256 gasCap, uint256 viewGasCap)
        internal
        returns (bool seen, uint256 available)
    {
        bytes4 transferFrom = IERC721.transferFrom.selector;
        bytes4 ownerOf_ = IERC721.ownerOf.selector;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, transferFrom)
            mstore(add(data, 0x04), address())
            mstore(add(data, 0x24), shr(96, shl(96, to)))
            mstore(add(data, 0x44), id)
            mstore(0x00, ownerOf_)
            mstore(0x04, id)
            available := gas()
            seen := call(gasCap, nft, 0, data, 0x64, 0, 0)
            seen := and(seen, staticcall(viewGasCap, nft, 0x00, 0x24, 0x00, 0x20))
            seen := and(and(seen, gt(returndatasize(), 0x1f)), eq(mload(0x00), to))
        }
    }

    /// @notice Transfers the ids from `place` up to `end`, each `widthBytes` wide. Reverts with `TransferFailed` at the
    /// first refusal.
    function transferAll(address nft, uint256 data, uint256 place, uint256 end, uint256 widthBytes) internal {
        uint256 selector = uint32(ISwapEscrowErrors.TransferFailed.selector);
        assembly ("memory-safe") {
            /// TransferFailed(nft, id, answer), as `refuse` below writes it; here, so that the loop carries nothing for it.
            function refuse(token, transferData, errorSelector) {
                let size := returndatasize()
                if gt(size, REASON_BYTES) { size := REASON_BYTES }
                let at := mload(0x40)
                mstore(at, errorSelector)
                mstore(add(at, 0x20), shr(96, shl(96, token)))
                mstore(add(at, 0x40), mload(add(transferData, 0x44)))
                mstore(add(at, 0x60), 0x60)
                mstore(add(at, 0x80), size)
                returndatacopy(add(at, 0xa0), 0, size)
                // Room for whole words, as the ABI has it.
                mstore(add(add(at, 0xa0), size), 0)
                revert(add(at, 0x1c), add(0x84, and(add(size, 0x1f), not(0x1f))))
            }
            mstore(add(data, 0x44), 0)
            let idPlace := sub(add(data, 0x64), widthBytes)
            // Five at a time, since going round costs as much as preparing a transfer; then the rest one by one.
            let lastFive := sub(end, shl(2, widthBytes))
            for {} lt(place, lastFive) {} {
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
            }
            for {} lt(place, end) {} {
                mcopy(idPlace, place, widthBytes)
                if iszero(call(gas(), nft, 0, data, 0x64, 0, 0)) { refuse(nft, data, selector) }
                place := add(place, widthBytes)
            }
        }
    }

    /// @notice Asks for the same transfers, each with at most `gasCap`, whatever is reported.
    /// @return available Gas that was left before the last of them; before the others there was more
    /// @return reported How many were reported as done, which proves nothing: look where the NFTs are
    function tryTransferAll(address nft, uint256 data, uint256 place, uint256 end, uint256 widthBytes, uint256 gasCap)
        internal
        returns (uint256 available, uint256 reported)
    {
        assembly ("memory-safe") {
            mstore(add(data, 0x44), 0)
            let idPlace := sub(add(data, 0x64), widthBytes)
            for {} lt(place, end) { place := add(place, widthBytes) } {
                mcopy(idPlace, place, widthBytes)
                available := gas()
                reported := add(reported, call(gasCap, nft, 0, data, 0x64, 0, 0))
            }
        }
    }

    /// @notice Reverts with `TransferFailed`, with what the last call answered.
    function refuse(address nft, uint256 id) internal pure {
        bytes memory reason;
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, REASON_BYTES) { size := REASON_BYTES }
            reason := mload(0x40)
            mstore(reason, size)
            returndatacopy(add(reason, 0x20), 0, size)
            mstore(0x40, and(add(add(reason, size), 0x3f), not(0x1f)))
        }
        revert ISwapEscrowErrors.TransferFailed(nft, id, reason);
    }

    function _ask(address nft, bytes4 selector, uint256 argument, uint256 gasCap)
        private
        view
        returns (bool answered, uint256 word)
    {
        assembly ("memory-safe") {
            mstore(0x00, selector)
            mstore(0x04, argument)
            answered := staticcall(gasCap, nft, 0x00, 0x24, 0x00, 0x20)
            answered := and(answered, gt(returndatasize(), 0x1f))
            word := mload(0x00)
        }
    }
}
