// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferBlob} from "./OfferBlob.sol";

/// @notice Sends NFTs home one by one, so that one broken collection keeps none of the others. An NFT counts as returned
/// when it has left the escrow, whatever its collection reports; what stays is told by its bit.
/// @dev A call that fails counts only if it truly had `CALL_GAS`, and a question that is not answered only if it had
/// `VIEW_GAS`. Otherwise the whole transaction reverts: nobody can half-cancel an offer by sending too little gas,
/// and an estimate finds an amount with which everything that can go home does.
library Returning {
    using OfferBlob for OfferBlob.Run;

    /// @notice Gas that every collection is granted for one transfer. Plain ones take 30,000, enumerable ones 80,000.
    uint256 internal constant CALL_GAS = 400_000;
    /// @notice Gas that every collection is granted for one answer. Plain ones take 3,000.
    uint256 internal constant VIEW_GAS = 100_000;
    /// @notice Spent between looking at the gas that is left and the call itself.
    uint256 private constant CALL_OVERHEAD_GAS = 5_000;

    /// @param cursor At the first run of the offered side
    /// @param wanted A bit for each NFT of the side that is to go
    /// @param gasCap What each transfer gets at most; not below `CALL_GAS`
    /// @return kept The bits of `wanted` whose NFTs are still in the escrow
    function returnSide(uint256 cursor, address to, uint256 wanted, uint256 gasCap) internal returns (uint256 kept) {
        uint256 position;
        bool last;
        while (!last) {
            OfferBlob.Run memory run;
            (run, cursor) = OfferBlob.next(cursor);
            uint256 wantedOfRun = (wanted >> position) & ((1 << run.count) - 1);
            if (wantedOfRun != 0) kept |= _returnRun(run, to, wantedOfRun, gasCap) << position;
            position += run.count;
            last = run.last;
        }
    }

    /// @notice For those who send plenty: an equal share of the gas that is left for each NFT, not below `CALL_GAS`, so
    /// that an NFT whose transfer needs more can leave too.
    function shareOfGas(uint256 wanted) internal view returns (uint256 gasCap) {
        uint256 shares = 1;
        for (; wanted != 0; wanted &= wanted - 1) {
            ++shares;
        }
        gasCap = gasleft() / shares;
        if (gasCap < CALL_GAS) gasCap = CALL_GAS;
    }

    function _returnRun(OfferBlob.Run memory run, address to, uint256 wanted, uint256 gasCap)
        private
        returns (uint256 kept)
    {
        bool several = wanted & (wanted - 1) != 0;
        (bool knownBefore, uint256 before) =
            several ? Erc721Calls.balanceOf(run.nft, address(this), VIEW_GAS) : (false, 0);
        uint256 sent;
        uint256 leastGas;
        for (uint256 i; i < run.count; ++i) {
            if ((wanted >> i) & 1 == 0) continue;
            uint256 id = run.idAt(i);
            leastGas = gasleft(); // only ever less from call to call
            Erc721Calls.transfer(run.nft, address(this), to, id, gasCap);
            ++sent;
        }
        if (knownBefore && _balanceFellBy(run.nft, before, sent)) return 0;
        kept = _stillHere(run, wanted);
        if (kept != 0) _requireGas(leastGas, CALL_GAS);
    }

    function _balanceFellBy(address nft, uint256 before, uint256 sent) private view returns (bool) {
        (bool known, uint256 afterwards) = Erc721Calls.balanceOf(nft, address(this), VIEW_GAS);
        unchecked {
            return known && before - afterwards == sent;
        }
    }

    function _stillHere(OfferBlob.Run memory run, uint256 wanted) private view returns (uint256 kept) {
        for (uint256 i; i < run.count; ++i) {
            if ((wanted >> i) & 1 == 0) continue;
            uint256 available = gasleft();
            (bool known, address holder) = Erc721Calls.ownerOf(run.nft, run.idAt(i), VIEW_GAS);
            if (!known) _requireGas(available, VIEW_GAS);
            if (!known || holder == address(this)) kept |= 1 << i;
        }
    }

    /// @dev A call gets at most 63/64 of the gas that is left.
    function _requireGas(uint256 available, uint256 granted) private pure {
        uint256 needed = granted * 64 / 63 + CALL_OVERHEAD_GAS;
        if (available < needed) revert ISwapEscrowErrors.NotEnoughGas(available, needed);
    }
}
