// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferBlob} from "./OfferBlob.sol";

/// @notice Moves a whole side, or reverts. What arrived is looked at, not what the collection reported: the new holder of
/// a single NFT, the grown balance of the new holder for several.
library Settlement {
    using OfferBlob for OfferBlob.Run;

    uint256 private constant REASON_BYTES = 256;

    /// @param cursor At the first run of the side
    /// @return end Behind the side's last run
    function moveSide(uint256 cursor, address from, address to) internal returns (uint256 end) {
        bool last;
        while (!last) {
            OfferBlob.Run memory run;
            (run, cursor) = OfferBlob.next(cursor);
            if (run.count == 1) moveOne(run.nft, from, to, run.idAt(0));
            else _moveSeveral(run, from, to);
            last = run.last;
        }
        return cursor;
    }

    function moveOne(address nft, address from, address to, uint256 id) internal {
        _transfer(nft, from, to, id);
        (bool known, address holder) = Erc721Calls.ownerOf(nft, id, gasleft());
        if (!known || holder != to) revert ISwapEscrowErrors.NotReceived(nft, id, to);
    }

    function _moveSeveral(OfferBlob.Run memory run, address from, address to) private {
        (bool knownBefore, uint256 before) = Erc721Calls.balanceOf(run.nft, to, gasleft());
        for (uint256 i; i < run.count; ++i) {
            _transfer(run.nft, from, to, run.idAt(i));
        }
        (bool knownAfter, uint256 afterwards) = Erc721Calls.balanceOf(run.nft, to, gasleft());
        unchecked {
            if (!knownBefore || !knownAfter || afterwards - before != run.count) {
                revert ISwapEscrowErrors.NotReceived(run.nft, run.idAt(0), to);
            }
        }
    }

    function _transfer(address nft, address from, address to, uint256 id) private {
        if (!Erc721Calls.transfer(nft, from, to, id, gasleft())) {
            revert ISwapEscrowErrors.TransferFailed(nft, id, Erc721Calls.answer(REASON_BYTES));
        }
    }
}
