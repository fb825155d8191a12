// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferRun, idAt, readRun} from "./OfferRun.sol";

/// @notice Moves a whole side, or reverts. What arrived is looked at, not what the collection reported: the new holder of
/// a single NFT, the grown balance of the new holder for several.
library Settlement {
    uint256 private constant REASON_BYTES = 256;

    /// @param cursor At the first run of the side
    function moveSide(uint256 cursor, address from, address to) internal {
        uint256 data = Erc721Calls.prepareTransfer(from, to);
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            if (run.countOf() == 1) _moveOne(run.nftOf(), data, to, run.idOf(ids, 0));
            else _moveSeveral(run, ids, data, to);
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
    }

    function moveOne(address nft, address from, address to, uint256 id) internal {
        _moveOne(nft, Erc721Calls.prepareTransfer(from, to), to, id);
    }

    function _moveOne(address nft, uint256 data, address to, uint256 id) private {
        _transfer(nft, data, id);
        (bool known, address holder) = Erc721Calls.ownerOf(nft, id, gasleft());
        if (!known || holder != to) revert ISwapEscrowErrors.NotReceived(nft, id, to);
    }

    function _moveSeveral(OfferRun run, uint256 ids, uint256 data, address to) private {
        address nft = run.nftOf();
        (bool knownBefore, uint256 before) = Erc721Calls.balanceOf(nft, to, gasleft());
        _transferAll(run, ids, data);
        (bool knownAfter, uint256 afterwards) = Erc721Calls.balanceOf(nft, to, gasleft());
        unchecked {
            if (!knownBefore || !knownAfter || afterwards - before != run.countOf()) {
                revert ISwapEscrowErrors.NotReceived(nft, run.idOf(ids, 0), to);
            }
        }
    }

    function _transferAll(OfferRun run, uint256 ids, uint256 data) private {
        address nft = run.nftOf();
        uint256 widthBytes = run.widthOf();
        unchecked {
            uint256 end = ids + run.idsBytes();
            uint256 stopped = Erc721Calls.transferAll(nft, data, ids, end, widthBytes);
            if (stopped != end) _refuse(nft, idAt(stopped, widthBytes));
        }
    }

    function _transfer(address nft, uint256 data, uint256 id) private {
        if (!Erc721Calls.transfer(nft, data, id, gasleft())) _refuse(nft, id);
    }

    /// @dev Right after the call that was refused.
    function _refuse(address nft, uint256 id) private pure {
        revert ISwapEscrowErrors.TransferFailed(nft, id, Erc721Calls.answer(REASON_BYTES));
    }
}
