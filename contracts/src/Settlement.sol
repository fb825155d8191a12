// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferRun, idAt, readRun} from "./OfferRun.sol";

/// @notice Moves a whole side, or reverts. What arrived is looked at, not what the collection reported: the new holder of
/// a single NFT, the grown balance of the new holder for several.
library Settlement {
    /// @param cursor At the first run of the side
    /// @param viewGasCap What each answer may cost
    /// @return Behind its last run
    function moveSide(uint256 cursor, address from, address to, uint256 viewGasCap) internal returns (uint256) {
        uint256 data = Erc721Calls.prepareTransfer(from, to);
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            last = run.isLast();
            unchecked {
                cursor = ids + run.idsBytes();
            }
            if (run.countOf() == 1) _moveOne(run.nftOf(), data, to, idAt(ids, run.widthOf()), viewGasCap);
            else _moveSeveral(run, ids, cursor, data, to, viewGasCap);
        }
        return cursor;
    }

    function moveOne(address nft, address from, address to, uint256 id) internal {
        _moveOne(nft, Erc721Calls.prepareTransfer(from, to), to, id, gasleft());
    }

    function _moveOne(address nft, uint256 data, address to, uint256 id, uint256 viewGasCap) private {
        if (!Erc721Calls.transfer(nft, data, id, gasleft())) Erc721Calls.refuse(nft, id);
        if (Erc721Calls.ownerOf(nft, id, viewGasCap) == to) return;
        if (viewGasCap < gasleft() && Erc721Calls.ownerOf(nft, id, gasleft()) == to) {
            revert ISwapEscrowErrors.AnswerTooExpensive(nft, id, viewGasCap);
        }
        revert ISwapEscrowErrors.NotReceived(nft, id, to);
    }

    function _moveSeveral(OfferRun run, uint256 ids, uint256 end, uint256 data, address to, uint256 viewGasCap)
        private
    {
        address nft = run.nftOf();
        (bool knownBefore, uint256 before) = Erc721Calls.balanceOf(nft, to, viewGasCap);
        Erc721Calls.transferAll(nft, data, ids, end, run.widthOf());
        (bool knownAfter, uint256 afterwards) = Erc721Calls.balanceOf(nft, to, viewGasCap);
        unchecked {
            if (knownBefore && knownAfter && afterwards - before == run.countOf()) return;
        }
        uint256 id = idAt(ids, run.widthOf());
        if (!knownAfter && viewGasCap < gasleft()) {
            (bool known,) = Erc721Calls.balanceOf(nft, to, gasleft());
            if (known) revert ISwapEscrowErrors.AnswerTooExpensive(nft, id, viewGasCap);
        }
        revert ISwapEscrowErrors.NotReceived(nft, id, to);
    }
}
