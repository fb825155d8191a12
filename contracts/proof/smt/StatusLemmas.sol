// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The life of one offer, for the compiler's model checker.
/// @notice Calls as in SwapEscrow, in any order.
/// @dev NFTs that wait are counted, not named.
contract StatusLemmas {
    enum Status {
        Leaving,
        Left,
        Swapped,
        Open
    }

    uint256 private constant MAX_NFTS = 20;

    Status private status = Status.Open;
    uint256 private waiting; // NFTs that a cancelled offer could not return
    uint256 private delivered; // times that its NFTs went to the recipient
    bool private ended;

    function invariant_AnOfferThatEndedNeverOpensAgain() external view {
        assert(!ended || status != Status.Open);
    }

    function invariant_OnlyALeavingOfferHasNftsThatWait() external view {
        assert((status == Status.Leaving) == (waiting != 0));
        assert(waiting <= MAX_NFTS);
    }

    function invariant_NftsAreDeliveredOnceAndNeverReturnedAfterwards() external view {
        assert(delivered <= 1);
        assert(delivered == 0 || (status == Status.Swapped && waiting == 0));
    }

    function accepts() external {
        _close(Status.Swapped);
        ++delivered;
    }

    /// @param kept NFTs that stay, as their collections will have it
    function cancels(uint256 nfts, uint256 kept) external {
        require(nfts <= MAX_NFTS && kept <= nfts);
        _close(Status.Left);
        if (kept != 0) _note(kept);
    }

    function claims(uint256 wanted, uint256 kept) external {
        require(status == Status.Leaving);
        require(wanted != 0 && wanted <= waiting && kept < wanted);
        _note(waiting - wanted + kept);
    }

    function _close(Status end) private {
        require(status == Status.Open);
        (status, ended) = (end, true);
    }

    function _note(uint256 kept) private {
        status = kept == 0 ? Status.Left : Status.Leaving;
        waiting = kept;
    }
}
