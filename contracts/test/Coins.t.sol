// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {CoinsTest} from "./base/CoinsTest.sol";
import {Terms, termsOf} from "./base/termsOf.sol";
import {vm, Vm} from "./base/Vm.sol";

/// @notice Offers with coins that go well.
contract CoinOffersTest is CoinsTest {
    function test_CreationLocksWhatIsOffered() public {
        uint256 before = alice.balance;
        L.Side memory a = side(address(cats), 1, 1, COINS);
        L.Side memory b = side(address(dogs), 1, 1, ASKED);
        vm.recordLogs();
        bytes32 id = offer(a, b, address(0));
        Vm.Log memory log = _logOf(L.SwapOfferWithCoinsCreated.selector);
        assertEq(log.topics[1], id, "id");
        assertEq(log.topics[2], bytes32(uint256(uint160(alice))), "creator");
        assertEq(log.topics[3], bytes32(uint256(uint160(bob))), "recipient");
        assertEq(keccak256(log.data), keccak256(abi.encode(a, b, START + DAY)), "terms");
        assertHolds(address(escrow), address(cats), 1);
        assertEq(escrow.custodyOf(address(cats), 1), id, "custody");
        assertEq(before - alice.balance, FEE + COINS, "paid");
        assertCoins(COINS, FEE);
    }

    function test_TermsOfEachKindCanBeRead() public {
        bytes32 both = offerBoth();
        bytes32 sold = sell();
        bytes32 bought = buy();
        bytes32 plain = offerOne(9, 9);
        _assertTerms(both, 1, 1, COINS, ASKED);
        _assertTerms(sold, 1, 0, 0, ASKED);
        _assertTerms(bought, 0, 1, COINS, 0);
        _assertTerms(plain, 1, 1, 0, 0);
        accept(plain);
        acceptFor(sold, ASKED);
        _assertTerms(sold, 1, 0, 0, ASKED);
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(uint256(9))));
        escrow.coinsOf(bytes32(uint256(9)));
    }

    function test_AcceptingPaysBothSides() public {
        bytes32 id = offerBoth();
        (uint256 alices, uint256 bobs) = (alice.balance, bob.balance);
        vm.expectEmit(address(escrow));
        emit L.SwapCompleted(id, bob);
        acceptFor(id, ASKED);
        assertStatus(id, 2);
        assertHolds(bob, address(cats), 1);
        assertHolds(alice, address(dogs), 1);
        assertEq(alice.balance, alices + ASKED, "requested coins");
        assertEq(bob.balance, bobs + COINS - ASKED - FEE, "offered coins");
        assertCoins(0, 2 * FEE);
    }

    function test_SellingForCoins() public {
        bytes32 id = sell();
        uint256 before = alice.balance;
        acceptFor(id, ASKED);
        assertHolds(bob, address(cats), 2);
        assertEq(alice.balance, before + ASKED, "paid");
        assertCoins(0, 2 * FEE);
    }

    function test_BuyingForCoins() public {
        bytes32 id = buy();
        uint256 before = bob.balance;
        acceptFor(id, 0);
        assertHolds(alice, address(dogs), 3);
        assertEq(bob.balance, before + COINS - FEE, "paid");
        assertCoins(0, 2 * FEE);
    }

    function test_CancellingReturnsEverything() public {
        bytes32[3] memory ids = [offerBoth(), sell(), buy()];
        uint256 before = alice.balance;
        assertCoins(2 * COINS, 3 * FEE);
        for (uint256 i; i < 3; ++i) {
            vm.expectEmit(address(escrow));
            emit L.SwapCancelled(ids[i], alice);
            cancel(ids[i]);
            assertStatus(ids[i], 3);
        }
        assertHolds(alice, address(cats), 1);
        assertHolds(alice, address(cats), 2);
        assertEq(escrow.custodyOf(address(cats), 1), 0, "released");
        assertEq(alice.balance, before + 2 * COINS, "coins are home");
        assertCoins(0, 3 * FEE);
    }

    function test_ExpiredOffersGoHomeToTheCreator() public {
        bytes32 id = offerBoth();
        uint256 before = alice.balance;
        returnExpired(id); // by Bob
        assertHolds(alice, address(cats), 1);
        assertEq(alice.balance, before + COINS, "coins are home");
        assertCoins(0, 2 * FEE);
    }

    function test_AnyoneSendsThemHomeAfterThirtyDays() public {
        bytes32 id = buy();
        uint256 before = alice.balance;
        abandon(id);
        vm.prank(stranger);
        escrow.sendHome(id);
        assertStatus(id, 3);
        assertEq(alice.balance, before + COINS, "coins are home");
        assertCoins(0, FEE);
    }

    function test_TheNamedRecipientMayBeTheHolder() public {
        bytes32 id = offer(side(COINS), side(address(dogs), 3, 1, 0), bob);
        acceptFor(id, 0);
        assertHolds(alice, address(dogs), 3);
    }

    function test_TwentyForTwentyWithCoins() public {
        bytes32 id = offer(side(address(cats), 1, 20, COINS), side(address(dogs), 1, 20, ASKED), bob);
        acceptFor(id, ASKED);
        for (uint256 i = 1; i <= 20; ++i) {
            assertHolds(bob, address(cats), i);
            assertHolds(alice, address(dogs), i);
        }
        assertCoins(0, 2 * FEE);
    }

    function test_TheLargestSumAndTheSmallest() public {
        uint256 all = type(uint96).max;
        vm.deal(alice, all + 1 ether);
        bytes32 id = offer(side(all), side(address(dogs), 1, 1, 1), address(0));
        (uint256 offered, uint256 requested) = escrow.coinsOf(id);
        assertEq(offered, all, "all");
        assertEq(requested, 1, "one");
        assertCoins(all, FEE);
        acceptFor(id, 1);
        assertCoins(0, 2 * FEE);
    }

    function test_AFreeEscrowTakesTheCoinsAlone() public {
        vm.prank(owner);
        escrow.updateFee(0);
        due = 0;
        bytes32 id = offerBoth();
        acceptFor(id, ASKED);
        assertCoins(0, 0);
    }

    function _assertTerms(bytes32 id, uint256 nftsA, uint256 nftsB, uint256 coinsA, uint256 coinsB) private view {
        (uint256 offered, uint256 requested) = escrow.coinsOf(id);
        assertEq(offered, coinsA, "offered coins");
        assertEq(requested, coinsB, "requested coins");
        Terms memory terms = termsOf(escrow, id);
        assertEq(terms.creator, alice, "creator");
        assertEq(terms.recipient, bob, "recipient");
        assertEq(terms.expiresAt, START + DAY, "expiry");
        assertEq(terms.nftsA.length, nftsA, "offered");
        assertEq(terms.idsA.length, nftsA, "offered");
        assertEq(terms.nftsB.length, nftsB, "requested");
        assertEq(terms.idsB.length, nftsB, "requested");
        if (nftsA != 0) assertEq(terms.nftsA[0], address(cats), "offered");
        if (nftsB != 0) assertEq(terms.nftsB[0], address(dogs), "requested");
    }

    function _logOf(bytes32 what) private returns (Vm.Log memory) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(escrow) && logs[i].topics[0] == what) return logs[i];
        }
        revert Expected("the event");
    }
}
