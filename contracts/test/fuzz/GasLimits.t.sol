// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CoinWalletTest} from "../base/CoinWalletTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";
import {Manner} from "../wallets/CoinWallet.sol";

/// @notice Gas as a random input: at any limit an offer ends whole or not at all. No party is denied what
/// more gas would have brought.
contract GasLimitsFuzzTest is CoinWalletTest {
    TrickNft internal tricks;
    TrickNft internal others;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        others = new TrickNft();
        for (uint256 id = 1; id <= 4; ++id) {
            tricks.mint(address(wallet), id);
            others.mint(address(wallet), id);
        }
        wallet.run(address(tricks), abi.encodeCall(tricks.setApprovalForAll, (address(escrow), true)));
        wallet.run(address(others), abi.encodeCall(others.setApprovalForAll, (address(escrow), true)));
        dogs.mint(bob, 90);
    }

    /// @dev The receiver takes up to 45,000 gas, so at no limit may its coins be left owing. Or it takes them only when
    /// its NFT has been delivered.
    function testFuzz_AcceptPaysOrChangesNothing(uint256 gasLimit, uint256 dice) public {
        bytes32 id = _create(dice);
        wallet.setManner(dice % 2 == 0 ? Manner.Takes : Manner.TakesSlowly);
        if (dice % 3 == 0) wallet.setQuestion(address(tricks), abi.encodeCall(tricks.ownerOf, (1)), bob);
        uint256 before = address(wallet).balance;
        vm.prank(bob);
        (bool ok,) = address(escrow).call{value: FEE + ASKED, gas: bound(gasLimit, 21_000, 700_000)}(
            abi.encodeCall(escrow.acceptSwapOffer, (id))
        );
        assertStatus(id, ok ? 2 : 1);
        assertEq(address(wallet).balance - before, ok ? ASKED : 0, "paid");
        assertEq(escrow.coinsOwed(address(wallet)), 0, "never owed");
        _assertPlace(dice, ok ? bob : address(escrow));
    }

    /// @dev At no limit may it be owed coins because gas was short.
    function testFuzz_AChoosyReceiverIsPaidOrNothingChanges(uint256 gasLimit) public {
        bytes32 id = _create(0);
        wallet.setManner(Manner.IsChoosy);
        vm.prank(bob);
        (bool ok,) = address(escrow).call{value: FEE + ASKED, gas: bound(gasLimit, 60_000, 450_000)}(
            abi.encodeCall(escrow.acceptSwapOffer, (id))
        );
        assertStatus(id, ok ? 2 : 1);
        assertEq(escrow.coinsOwed(address(wallet)), 0, "never owed");
    }

    /// @dev A collection whose answers take more than a return grants is refused at the door.
    function testFuzz_WhatIsTakenInComesHomeAtOnce(uint256 ownerCost, uint256 balanceCost) public {
        others.setAnswerCosts(bound(ownerCost, 0, 200_000), bound(balanceCost, 0, 200_000));
        vm.prank(address(wallet));
        (bool made, bytes memory answer) = address(escrow).call{value: FEE}(
            abi.encodeCall(
                escrow.createSwapOfferWithCoins,
                (side(repeat(address(others), 2), range(1, 2), 0), side(ASKED), DAY, bob)
            )
        );
        if (!made) return;
        bytes32 id = abi.decode(answer, (bytes32));
        vm.prank(address(wallet));
        escrow.cancelSwapOffer(id);
        assertEq(escrow.custodyOf(address(others), 1), 0, "released");
        assertEq(escrow.custodyOf(address(others), 2), 0, "released");
    }

    /// @dev Each collection takes less than it is granted, so at no limit may an NFT stay.
    function testFuzz_EveryWayHomeIsWholeOrNothing(uint256 gasLimit, uint256 dice) public {
        bytes32 id = _create(dice);
        wallet.setManner(dice % 2 == 0 ? Manner.Takes : Manner.TakesSlowly);
        if ((dice >> 8) % 3 == 0) tricks.setTrick(1, Trick.SwallowsRefusal);
        if ((dice >> 16) % 3 == 0) others.setAnswerCosts((dice >> 24) % 90_000, (dice >> 48) % 90_000);
        uint256 before = address(wallet).balance;
        abandon(id);
        (bool ok,) =
            address(escrow).call{gas: bound(gasLimit, 21_000, 1_500_000)}(abi.encodeCall(escrow.sendHome, (id)));
        assertStatus(id, ok ? 3 : 1);
        assertEq(address(wallet).balance - before, ok ? COINS : 0, "paid");
        assertEq(escrow.coinsOwed(address(wallet)), 0, "never owed");
        others.setAnswerCosts(0, 0);
        _assertPlace(dice, ok ? address(wallet) : address(escrow));
        if (ok) assertEq(escrow.custodyOf(address(tricks), 1), 0, "released");
    }

    /// @dev Whatever burns, what does not burn is home, and the rest is held and can be claimed one by one.
    function testFuzz_BurnersKeepNothingOfOthers(uint256 gasLimit, uint256 dice) public {
        bytes32 id = _create(dice | 3);
        tricks.setTrick(1, Trick.BurnGas);
        tricks.setAnswersBurn(dice % 4 < 2);
        wallet.setManner(Manner.BurnsGas);
        abandon(id);
        bytes memory call = abi.encodeCall(escrow.sendHome, (id));
        (bool ok,) = address(escrow).call{gas: bound(gasLimit, 21_000, 3_000_000)}(call);
        assertStatus(id, ok ? 3 : 1);
        assertHolds(ok ? address(wallet) : address(escrow), address(others), 1);
        assertEq(escrow.coinsOwed(address(wallet)), ok ? COINS : 0, "owed");
        assertEq(escrow.lockedCoins(), COINS, "counted");
        if (!ok) return;
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        tricks.setTrick(1, Trick.Honest);
        tricks.setAnswersBurn(false);
        escrow.claimReturned(id, 1);
        assertHolds(address(wallet), address(tricks), 1);
    }

    /// @notice Tricks 1 or 1 and 2, others 1 to 4, and coins, for coins.
    function _create(uint256 dice) private returns (bytes32) {
        (uint256 few, uint256 many) = _counts(dice);
        address[] memory nfts = repeat(address(tricks), few + many);
        uint256[] memory ids = range(1, few + many);
        for (uint256 i; i < many; ++i) {
            (nfts[few + i], ids[few + i]) = (address(others), i + 1);
        }
        return _walletCreates(side(nfts, ids, COINS), side(ASKED));
    }

    function _counts(uint256 dice) private pure returns (uint256 few, uint256 many) {
        return (1 + (dice >> 200) % 2, dice % 4 == 0 ? 0 : 1 + (dice >> 208) % 4);
    }

    function _assertPlace(uint256 dice, address holder) private view {
        (uint256 few, uint256 many) = _counts(dice);
        for (uint256 i = 1; i <= few; ++i) {
            assertHolds(holder, address(tricks), i);
        }
        for (uint256 i = 1; i <= many; ++i) {
            assertHolds(holder, address(others), i);
        }
    }
}
