// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";

/// @notice When, and in which order.
contract OrderAttackTest is EscrowTest {
    // ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_TheLastSecondAndTheOneAfter() public {
        bytes32 accepted = offerOne(1, 1);
        bytes32 cancelled = offerOne(2, 2);
        bytes32 returned = offerOne(3, 3);
        vm.warp(START + DAY);
        expectError(abi.encodeWithSelector(E.OfferNotExpired.selector, returned, START + DAY, START + DAY));
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(returned);
        uint256 before = vm.snapshotState();
        accept(accepted);
        cancel(cancelled);
        vm.revertToState(before);
        vm.warp(START + DAY + 1);
        expectError(abi.encodeWithSelector(E.OfferExpired.selector, accepted, START + DAY, START + DAY + 1));
        accept(accepted);
        expectError(abi.encodeWithSelector(E.OfferExpired.selector, cancelled, START + DAY, START + DAY + 1));
        cancel(cancelled);
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(returned);
        assertHolds(alice, address(cats), 3);
    }

    function test_Attack_DurationsZeroOverTheCeilingAndHuge() public {
        uint256[4] memory wrong = [uint256(0), 30 days + 1, 2 ** 255, type(uint256).max];
        for (uint256 i; i < wrong.length; ++i) {
            expectError(abi.encodeWithSelector(E.DurationOutOfRange.selector, wrong[i], 30 days));
            vm.prank(alice);
            escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, wrong[i]);
        }
    }

    function test_Attack_AnOfferCanBeLeftAHundredYearsLater() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + 100 * 365 days);
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(id);
        assertHolds(alice, address(cats), 1);
    }

    // ── Order ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_SameNftRequestedByManyOffers() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 1);
        accept(first);
        vm.expectRevert();
        accept(second);
        assertHolds(address(escrow), address(cats), 2);
        cancel(second);
        assertHolds(alice, address(cats), 2);
    }

    function test_Attack_TwoRacingAccepts() public {
        bytes32 id = offerOne(1, 1);
        accept(id);
        uint256 before = bob.balance;
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 2));
        accept(id);
        assertEq(bob.balance, before, "no second fee");
    }

    function test_Attack_CancelThenAcceptInOneBlock() public {
        bytes32 id = offerOne(1, 1);
        cancel(id);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        accept(id);
        assertHolds(alice, address(cats), 1);
        assertHolds(bob, address(dogs), 1);
    }

    function test_Attack_AcceptThenCancelInOneBlock() public {
        bytes32 id = offerOne(1, 1);
        accept(id);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 2));
        cancel(id);
        assertHolds(bob, address(cats), 1);
        assertHolds(alice, address(dogs), 1);
    }

    function test_Attack_ReturnAfterAcceptOrCancel() public {
        bytes32 accepted = offerOne(1, 1);
        bytes32 cancelled = offerOne(2, 2);
        accept(accepted);
        cancel(cancelled);
        vm.warp(START + DAY + 1);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, accepted, 2));
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(accepted);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, cancelled, 3));
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(cancelled);
    }
}
