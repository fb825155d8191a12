// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The escrow's coins as plain numbers, for the compiler's model checker.
/// @notice After any calls in any order, the escrow can pay all that it owes (decision E3). Any part of `locked` or `owed` is then covered by `counted` and `balance`.
/// @dev Calls and branches are those of OfferCreation, SwapEscrow, EscrowCoins and EscrowOwner. Which offer locked what,
/// and who is owed what, is left out: an amount that ends is any amount up to the sum.
contract AccountingLemmas {
    uint256 private balance; // what the chain says of the escrow
    uint256 private counted; // Settings.coinsOf
    uint256 private locked; // in open offers
    uint256 private owed; // to wallets that refused

    function invariant_AllCoinsAreCountedAndThere() external view {
        assert(counted == locked + owed);
        assert(counted <= balance);
    }

    function creates(uint96 coins, uint96 fee) external {
        balance += uint256(coins) + fee;
        counted += coins;
        locked += coins;
    }

    /// @param offered What the creator had locked
    function accepts(uint256 offered, uint96 requested, uint96 fee, bool creatorRefuses, bool recipientRefuses)
        external
    {
        require(offered <= locked);
        balance += uint256(requested) + fee;
        locked -= offered;
        counted -= offered;
        if (creatorRefuses) {
            owed += requested;
            counted += requested;
        } else {
            balance -= requested;
        }
        if (recipientRefuses) {
            owed += offered;
            counted += offered;
        } else {
            balance -= offered;
        }
    }

    function goesHome(uint256 offered, uint96 fee, bool creatorRefuses) external {
        require(offered <= locked);
        balance += fee;
        locked -= offered;
        counted -= offered;
        if (creatorRefuses) {
            owed += offered;
            counted += offered;
        } else {
            balance -= offered;
        }
    }

    function takesOwed(uint256 amount) external {
        require(amount <= owed);
        owed -= amount;
        counted -= amount;
        balance -= amount;
    }

    function withdrawsFees() external {
        balance = counted;
    }

    function forcesIn(uint96 coins) external {
        balance += coins;
    }
}
