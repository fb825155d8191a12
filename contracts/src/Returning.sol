// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferRun, readRun} from "./OfferRun.sol";

/// @notice Sends NFTs home one by one, so that one broken collection keeps none of the others. An NFT counts as returned
/// when it has left the escrow, whatever its collection reports; those that stay have their bit set.
/// @dev A call that fails counts only if it truly had `CALL_GAS`, and a question that is not answered only if it had
/// `VIEW_GAS`. Otherwise the whole transaction reverts: no sender can half-cancel an offer by sending too little gas,
/// and an estimate finds an amount with which everything that can go home does.
library Returning {
    /// @notice Gas that every collection is granted for one transfer. Plain ones take 30,000, enumerable ones 80,000.
    uint256 internal constant CALL_GAS = 400_000;
    /// @notice Gas that every collection is granted for one answer: a quarter of a transfer's. Plain ones take 3,000.
    uint256 internal constant VIEW_GAS = CALL_GAS >> ANSWER_SHIFT;
    /// @dev An answer is granted a quarter of what a transfer is, also where both get more.
    uint256 private constant ANSWER_SHIFT = 2;
    /// @notice Spent between looking at the gas that is left and the call itself.
    uint256 private constant CALL_OVERHEAD_GAS = 5_000;

    /// @param cursor At the first run of the offered side
    /// @param wanted A bit for each NFT of the side that is to go
    /// @param gasCap What each transfer gets at most; not below `CALL_GAS`
    /// @return kept The bits of `wanted` whose NFTs are still in the escrow
    function returnSide(uint256 cursor, address to, uint256 wanted, uint256 gasCap) internal returns (uint256 kept) {
        uint256 position;
        uint256 data = Erc721Calls.prepareTransfer(address(this), to);
        for (;;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            kept |= _returnRun(run, ids, data, wanted >> position, gasCap) << position;
            if (run.isLast()) return kept;
            unchecked {
                position += run.countOf();
                cursor = ids + run.idsBytes();
            }
        }
    }

    /// @notice The same for a side of one NFT, without walking it.
    /// @return stayed Whether it is still in the escrow
    function returnAlone(OfferRun run, uint256 ids, address to) internal returns (bool stayed) {
        uint256 data = Erc721Calls.prepareTransfer(address(this), to);
        return _returnOne(run.nftOf(), data, run.idOf(ids, 0), CALL_GAS) != 0;
    }

    /// @notice For those who send plenty: an equal share of the gas that is left for each NFT, not below `CALL_GAS`, so
    /// that an NFT whose transfer or answer needs more can leave too.
    /// @dev In quarters of a transfer's grant: each NFT takes four for its transfer and one for its owner, and runs of two
    /// one more an NFT for their balances.
    function shareOfGas(uint256 wanted) internal view returns (uint256 gasCap) {
        uint256 quarters = 3;
        for (; wanted != 0; wanted &= wanted - 1) {
            quarters += 6;
        }
        gasCap = (gasleft() << ANSWER_SHIFT) / quarters;
        if (gasCap < CALL_GAS) gasCap = CALL_GAS;
    }

    /// @param data From `Erc721Calls.prepareTransfer`
    /// @param wanted From the run's first NFT on; those behind its last mean nothing
    function _returnRun(OfferRun run, uint256 ids, uint256 data, uint256 wanted, uint256 gasCap)
        private
        returns (uint256 kept)
    {
        uint256 count = run.countOf();
        uint256 whole = (1 << count) - 1;
        if (count != 1 && wanted & whole == whole) return _returnWhole(run, ids, data, gasCap);
        for (uint256 i; i < count; ++i) {
            if ((wanted >> i) & 1 == 0) continue;
            kept |= _returnOne(run.nftOf(), data, run.idOf(ids, i), gasCap) << i;
        }
    }

    /// @notice Whether an NFT is still here after its transfer.
    /// @param available Gas that was left before the transfer
    /// @param gasCap What the transfer got at most
    function stays(address nft, uint256 id, uint256 available, uint256 gasCap) internal view returns (bool here) {
        here = _isHere(nft, id, gasCap);
        if (here) _requireGas(available, CALL_GAS);
    }

    /// @return kept 1 if the NFT is still here
    function _returnOne(address nft, uint256 data, uint256 id, uint256 gasCap) private returns (uint256 kept) {
        uint256 available = gasleft();
        Erc721Calls.transfer(nft, data, id, gasCap);
        kept = stays(nft, id, available, gasCap) ? 1 : 0;
    }

    /// @dev Asks for the balance before and after, and for each owner only if that does not show that all have left.
    function _returnWhole(OfferRun run, uint256 ids, uint256 data, uint256 gasCap) private returns (uint256 kept) {
        (bool known, uint256 before) = Erc721Calls.balanceOf(run.nftOf(), address(this), gasCap >> ANSWER_SHIFT);
        uint256 end = ids + run.idsBytes();
        (uint256 available,) = Erc721Calls.tryTransferAll(run.nftOf(), data, ids, end, run.widthOf(), gasCap);
        if (known && _balanceFellBy(run.nftOf(), before, run.countOf(), gasCap)) return 0;
        kept = _stillHere(run, ids, gasCap);
        if (kept != 0) _requireGas(available, CALL_GAS);
    }

    function _stillHere(OfferRun run, uint256 ids, uint256 gasCap) private view returns (uint256 kept) {
        for (uint256 i; i < run.countOf(); ++i) {
            if (_isHere(run.nftOf(), run.idOf(ids, i), gasCap)) kept |= 1 << i;
        }
    }

    function _balanceFellBy(address nft, uint256 before, uint256 sent, uint256 gasCap) private view returns (bool) {
        (bool known, uint256 afterwards) = Erc721Calls.balanceOf(nft, address(this), gasCap >> ANSWER_SHIFT);
        unchecked {
            return known && before - afterwards == sent;
        }
    }

    /// @dev Only another owner proves that the NFT has left: no answer and the zero address do not.
    function _isHere(address nft, uint256 id, uint256 gasCap) private view returns (bool) {
        uint256 available = gasleft();
        address holder = Erc721Calls.ownerOf(nft, id, gasCap >> ANSWER_SHIFT);
        if (holder == address(this)) return true;
        if (holder != address(0)) return false;
        _requireGas(available, VIEW_GAS);
        return true;
    }

    /// @dev A call gets at most 63/64 of the gas that is left.
    function _requireGas(uint256 available, uint256 granted) private pure {
        uint256 needed = granted * 64 / 63 + CALL_OVERHEAD_GAS;
        if (available < needed) revert ISwapEscrowErrors.NotEnoughGas(available, needed);
    }
}
