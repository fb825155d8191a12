// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferRun, readRun} from "./OfferRun.sol";

/// @notice Moves a whole side, or reverts. What arrived is looked at, not what the collection reported: the new holder of
/// a single NFT, the grown balance of the new holder for several.
library Settlement {
    uint256 private constant REASON_BYTES = 256;

    /// @param cursor At the first run of the side
    /// @return end Behind the side's last run
    function moveSide(uint256 cursor, address from, address to) internal returns (uint256 end) {
        end = cursor;
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(end);
            if (run.countOf() == 1) moveOne(run.nftOf(), from, to, run.idOf(ids, 0));
            else _moveSeveral(run, ids, from, to);
            unchecked {
                end = ids + run.idsBytes();
            }
            last = run.isLast();
        }
    }

    function moveOne(address nft, address from, address to, uint256 id) internal {
        _transfer(nft, from, to, id);
        (bool known, address holder) = Erc721Calls.ownerOf(nft, id, gasleft());
        if (!known || holder != to) revert ISwapEscrowErrors.NotReceived(nft, id, to);
    }

    function _moveSeveral(OfferRun run, uint256 ids, address from, address to) private {
        address nft = run.nftOf();
        uint256 count = run.countOf();
        (bool knownBefore, uint256 before) = Erc721Calls.balanceOf(nft, to, gasleft());
        for (uint256 i; i < count; ++i) {
            _transfer(nft, from, to, run.idOf(ids, i));
        }
        (bool knownAfter, uint256 afterwards) = Erc721Calls.balanceOf(nft, to, gasleft());
        unchecked {
            if (!knownBefore || !knownAfter || afterwards - before != count) {
                revert ISwapEscrowErrors.NotReceived(nft, run.idOf(ids, 0), to);
            }
        }
    }

    function _transfer(address nft, address from, address to, uint256 id) private {
        if (!Erc721Calls.transfer(nft, from, to, id, gasleft())) {
            revert ISwapEscrowErrors.TransferFailed(nft, id, Erc721Calls.answer(REASON_BYTES));
        }
    }
}
