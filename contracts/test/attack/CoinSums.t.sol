// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {CoinWalletTest} from "../base/CoinWalletTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";
import {Manner} from "../wallets/CoinWallet.sol";

/// @notice Coins that others would like to reach: the owner, other offers, failed swaps, NFTs that do not leave.
contract CoinSumsAttackTest is CoinWalletTest {
    function test_Attack_TheOwnerReachesFeesAlone() public {
        bytes32 both = offerBoth();
        bytes32 owed = _walletSells(60);
        wallet.setManner(Manner.Refuses);
        acceptFor(owed, ASKED);
        assertCoins(COINS + ASKED, 3 * FEE);
        vm.expectEmit(address(escrow));
        emit L.FeesWithdrawn(owner, 3 * FEE);
        vm.prank(owner);
        escrow.withdrawFees();
        assertCoins(COINS + ASKED, 0);
        expectError(abi.encodeWithSelector(E.NoFees.selector));
        vm.prank(owner);
        escrow.withdrawFees();
        vm.prank(owner);
        escrow.renounceOwnership();
        assertCoins(COINS + ASKED, 0);
        due = 0;
        acceptFor(both, ASKED);
        _take(address(0xbeef));
        assertCoins(0, 0);
    }

    function test_Attack_RenouncingPaysTheFeesAlone() public {
        offerBoth();
        vm.prank(owner);
        escrow.renounceOwnership();
        assertEq(owner.balance, FEE, "fees");
        assertCoins(COINS, 0);
    }

    function test_Attack_CoinsOfOneOfferPayNoOther() public {
        bytes32 first = buy();
        bytes32 second = offer(side(1 ether), side(address(dogs), 4, 1, 0), address(0));
        acceptFor(first, 0);
        assertCoins(1 ether, 3 * FEE);
        cancel(second);
        assertCoins(0, 3 * FEE);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, first, 2));
        cancel(first);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, second, 3));
        acceptFor(second, 0);
    }

    function test_Attack_FeesSettingsAndPauseLeaveCoinsAlone() public {
        bytes32 id = offerBoth();
        vm.prank(owner);
        escrow.updateFee(MAX_FEE);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        assertEq(escrow.lockedCoins(), COINS, "locked");
        assertTrue(escrow.creationPaused(), "paused");
        vm.prank(owner);
        escrow.setCreationPaused(false);
        assertEq(escrow.lockedCoins(), COINS, "locked");
        assertEq(escrow.fee(), MAX_FEE, "fee");
        due = MAX_FEE;
        acceptFor(id, ASKED);
        assertCoins(0, FEE + MAX_FEE);
    }

    function test_Attack_AFailedSwapPaysNobody() public {
        bytes32 id = offer(side(address(cats), 1, 1, COINS), side(address(dogs), 1, 2, ASKED), address(0));
        vm.prank(bob);
        dogs.transferFrom(bob, stranger, 2);
        (uint256 alices, uint256 bobs) = (alice.balance, bob.balance);
        vm.prank(bob);
        (bool ok,) = address(escrow).call{value: FEE + ASKED}(abi.encodeCall(escrow.acceptSwapOffer, (id)));
        assertTrue(!ok, "refused");
        assertEq(alice.balance, alices, "alice");
        assertEq(bob.balance, bobs, "bob");
        assertStatus(id, 1);
        assertCoins(COINS, FEE);
    }

    function test_Attack_StuckNftKeepsNoCoins() public {
        TrickNft tricks = new TrickNft();
        approveAll(address(tricks));
        tricks.mint(alice, 1);
        bytes32 id = offer(side(address(tricks), 1, 1, COINS), side(address(dogs), 1, 1, ASKED), address(0));
        tricks.setTrick(1, Trick.BurnGas);
        uint256 before = alice.balance;
        cancel(id);
        assertEq(alice.balance, before + COINS, "coins are home");
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        tricks.setTrick(1, Trick.Honest);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
        assertEq(alice.balance, before + COINS, "once");
        assertCoins(0, FEE);
    }

    /// @dev The kinds of offers with coins lie where the position of a single NFT is marked otherwise.
    function test_Attack_IdsThatLookLikeSums() public {
        uint256[3] memory ids = [uint256(ASKED), type(uint96).max, uint256(type(uint96).max) << 96 | COINS];
        for (uint256 i; i < 3; ++i) {
            cats.mint(alice, ids[i]);
            dogs.mint(bob, ids[i]);
            bytes32 plain = offerOne(address(cats), ids[i], address(dogs), ids[i]);
            (uint256 offered, uint256 requested) = escrow.coinsOf(plain);
            assertEq(offered | requested, 0, "no coins");
            cancel(plain);
            bytes32 id = offer(side(address(cats), ids[i], 1, ids[i] % 9 ether), side(ASKED), bob);
            (offered, requested) = escrow.coinsOf(id);
            assertEq(offered, ids[i] % 9 ether, "offered");
            assertEq(requested, ASKED, "requested");
            cancel(id);
            assertHolds(alice, address(cats), ids[i]);
        }
        assertCoins(0, 6 * FEE);
    }
}
