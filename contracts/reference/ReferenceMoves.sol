// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ReferenceTerms} from "./ReferenceTerms.sol";

/// @title Moving NFTs, one after the other, with a look at what came of it.
abstract contract ReferenceMoves is ReferenceTerms {
    /// @notice A whole side, or a revert.
    function _moveSide(Nft[] memory side, address from, address to) internal {
        uint256 start = 0;
        while (start < side.length) {
            uint256 end = _endOfRun(side, start);
            if (end - start == 1) _moveOne(side[start], from, to);
            else _moveRun(side, start, end, from, to);
            start = end;
        }
    }

    function _moveOne(Nft memory nft, address from, address to) internal {
        _transfer(nft, from, to);
        (bool known, address holder) = _ownerOf(nft);
        if (!known || holder != to) revert NotReceived(nft.token, nft.id, to);
    }

    function _moveRun(Nft[] memory side, uint256 start, uint256 end, address from, address to) private {
        (bool knownBefore, uint256 before) = _balanceOf(side[start].token, to);
        for (uint256 i = start; i < end; i++) {
            _transfer(side[i], from, to);
        }
        (bool knownAfter, uint256 afterwards) = _balanceOf(side[start].token, to);
        bool arrived;
        unchecked {
            arrived = knownBefore && knownAfter && afterwards - before == end - start;
        }
        if (!arrived) revert NotReceived(side[start].token, side[start].id, to);
    }

    function _transfer(Nft memory nft, address from, address to) private {
        (bool done, bytes memory reason) = nft.token.call(abi.encodeCall(IERC721.transferFrom, (from, to, nft.id)));
        if (!done) revert TransferFailed(nft.token, nft.id, _first256(reason));
    }

    function _first256(bytes memory data) private pure returns (bytes memory cut) {
        if (data.length <= 256) return data;
        cut = new bytes(256);
        for (uint256 i = 0; i < 256; i++) {
            cut[i] = data[i];
        }
    }

    /// @notice Returns what can be returned, and reports what stays.
    function _returnSide(Nft[] memory side, bool[] memory wanted, address to) internal returns (bool[] memory kept) {
        kept = new bool[](side.length);
        uint256 start = 0;
        while (start < side.length) {
            uint256 end = _endOfRun(side, start);
            _returnRun(side, wanted, kept, start, end, to);
            start = end;
        }
    }

    function _returnRun(
        Nft[] memory side,
        bool[] memory wanted,
        bool[] memory kept,
        uint256 start,
        uint256 end,
        address to
    ) private {
        uint256 count = 0;
        for (uint256 i = start; i < end; i++) {
            if (wanted[i]) count++;
        }
        if (count == 0) return;
        (bool knownBefore, uint256 before) = _balanceOf(side[start].token, address(this));
        for (uint256 i = start; i < end; i++) {
            if (wanted[i]) _tryTransfer(side[i], to);
        }
        (bool knownAfter, uint256 afterwards) = _balanceOf(side[start].token, address(this));
        unchecked {
            if (count > 1 && count == end - start && knownBefore && knownAfter && before - afterwards == count) return;
        }
        for (uint256 i = start; i < end; i++) {
            if (!wanted[i]) continue;
            (bool known, address holder) = _ownerOf(side[i]);
            kept[i] = !known || holder == address(0) || holder == address(this);
        }
    }

    function _tryTransfer(Nft memory nft, address to) private {
        (bool done,) = nft.token.call{gas: 400_000}(abi.encodeCall(IERC721.transferFrom, (address(this), to, nft.id)));
        done; // What it reports is not looked at; where the NFT is then, is.
    }

    /// @return end Behind the last neighbour of the same collection
    function _endOfRun(Nft[] memory side, uint256 start) private pure returns (uint256 end) {
        end = start + 1;
        while (end < side.length && side[end].token == side[start].token) end++;
    }
}
