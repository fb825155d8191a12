// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {OwnerWallet as ContractWallet} from "../wallets/OwnerWallet.sol";
import {GasWallet} from "../wallets/GasWallet.sol";

/// @notice Who calls, when, in which order, with which id.
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

    // ── Wallets ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_OwnOffer() public {
        bytes32 id = offerOne(1, 1);
        expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, alice, bob));
        vm.prank(alice);
        escrow.acceptSwapOffer{value: FEE}(id);
        dogs.mint(alice, 99);
        expectError(abi.encodeWithSelector(E.RequestedFromYourself.selector, dogs, 99));
        offerOne(1, 99);
    }

    function test_Attack_Stranger() public {
        bytes32 id = offerOne(1, 1);
        vm.prank(bob);
        dogs.transferFrom(bob, stranger, 1);
        // Holding what was asked for makes nobody the recipient.
        vm.prank(stranger);
        dogs.setApprovalForAll(address(escrow), true);
        expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, stranger, bob));
        vm.prank(stranger);
        escrow.acceptSwapOffer{value: FEE}(id);
        expectError(abi.encodeWithSelector(E.NotCreator.selector, id, stranger, alice));
        vm.prank(stranger);
        escrow.cancelSwapOffer(id);
    }

    function test_Attack_RecipientAfterTheNftMovedOn() public {
        bytes32 id = offerMany(3);
        vm.prank(bob);
        dogs.transferFrom(bob, stranger, 3);
        vm.prank(stranger);
        dogs.setApprovalForAll(address(escrow), true);
        vm.expectRevert();
        accept(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(address(escrow), address(cats), i);
        }
        assertHolds(bob, address(dogs), 1);
        // Back again, it works.
        vm.prank(stranger);
        dogs.transferFrom(stranger, bob, 3);
        accept(id);
        assertStatus(id, 2);
    }

    function test_Attack_RequestedNftIsLockedInAnotherOfferWhenAccepting() public {
        bytes32 id = offerOne(1, 1);
        vm.prank(bob);
        bytes32 other = escrow.createSwapOffer{value: FEE}(address(dogs), 1, address(cats), 5, DAY);
        vm.expectRevert();
        accept(id);
        assertEq(escrow.custodyOf(address(dogs), 1), other, "custody");
        assertHolds(address(escrow), address(dogs), 1);
    }

    function test_Attack_OldApprovalsOpenNothing() public {
        // Everyone has approved the escrow for everything. Still each NFT moves only from who calls.
        bytes32 id = offerOne(1, 1);
        vm.prank(stranger);
        vm.expectRevert();
        escrow.createSwapOffer{value: FEE}(address(cats), 2, address(dogs), 1, DAY);
        accept(id);
        assertHolds(alice, address(cats), 2);
        assertHolds(bob, address(dogs), 2);
    }

    function test_Attack_ContractWalletsWithoutReceiverHook() public {
        ContractWallet creator = new ContractWallet();
        ContractWallet recipient = new ContractWallet();
        vm.deal(address(creator), 1 ether);
        vm.deal(address(recipient), 1 ether);
        cats.mint(address(creator), 60);
        dogs.mint(address(recipient), 60);
        creator.run(address(cats), abi.encodeCall(cats.setApprovalForAll, (address(escrow), true)));
        recipient.run(address(dogs), abi.encodeCall(dogs.setApprovalForAll, (address(escrow), true)));
        creator.run{value: FEE}(
            address(escrow), abi.encodeCall(escrow.createSwapOffer, (address(cats), 60, address(dogs), 60, DAY))
        );
        bytes32 id = escrow.custodyOf(address(cats), 60);
        recipient.run{value: FEE}(address(escrow), abi.encodeCall(escrow.acceptSwapOffer, (id)));
        assertHolds(address(recipient), address(cats), 60);
        assertHolds(address(creator), address(dogs), 60);
    }

    function test_Attack_WalletsThatRevertOrBurnGasOnEveryCall() public {
        // A plain transfer asks the receiver nothing, so it has no say.
        GasWallet wallet = new GasWallet();
        dogs.mint(address(wallet), 60);
        vm.prank(address(wallet));
        dogs.setApprovalForAll(address(escrow), true);
        bytes32 id = offerOne(1, 60);
        vm.deal(address(wallet), 1 ether);
        vm.prank(address(wallet));
        escrow.acceptSwapOffer{value: FEE}(id);
        assertHolds(address(wallet), address(cats), 1);
        vm.prank(address(wallet));
        cats.setApprovalForAll(address(escrow), true);
        vm.prank(address(wallet));
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 2, DAY);
        vm.prank(address(wallet));
        escrow.cancelSwapOffer(second);
        assertHolds(address(wallet), address(cats), 1);
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

    // ── Ids and lists ────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_IdsZeroRandomAndACollectionsAddress() public {
        bytes32 open = offerOne(1, 1);
        bytes32[5] memory ids = [
            bytes32(0),
            keccak256("random"),
            bytes32(bytes20(address(cats))),
            bytes32(uint256(uint160(address(cats)))),
            bytes32(uint256(open) ^ 1)
        ];
        for (uint256 i; i < ids.length; ++i) {
            bytes memory error_ = abi.encodeWithSelector(E.UnknownOffer.selector, ids[i]);
            expectError(error_);
            accept(ids[i]);
            expectError(error_);
            cancel(ids[i]);
            expectError(error_);
            vm.prank(alice);
            escrow.cancelExpiredOffer{value: FEE}(ids[i]);
            expectError(error_);
            escrow.claimReturned(ids[i]);
            expectError(error_);
            escrow.getOfferDetails(ids[i]);
            assertStatus(ids[i], 0);
        }
    }

    function test_Attack_OldIdAfterTheSameNftIsOfferedAgain() public {
        bytes32 old = offerOne(1, 1);
        cancel(old);
        bytes32 fresh = offerOne(1, 2);
        assertTrue(old != fresh, "ids never come twice");
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, old, 3));
        accept(old);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, old, 3));
        cancel(old);
        assertHolds(address(escrow), address(cats), 1);
        (,,,,, uint256[] memory idsB,,) = escrow.getOfferDetails(old);
        assertEq(idsB[0], 1, "the old terms");
    }

    function test_Attack_ListsOfZeroTwentyAndTwentyOne() public {
        expectError(abi.encodeWithSelector(E.EmptySide.selector, 0, 0));
        offerMany(0);
        expectError(abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20));
        offerMany(21);
        bytes32 id = offerMany(20);
        accept(id);
        assertHolds(alice, address(dogs), 20);
    }

    function test_Attack_TokenIdsZeroAndTheLargest() public {
        uint256 largest = type(uint256).max;
        cats.mint(alice, 0);
        cats.mint(alice, largest);
        dogs.mint(bob, 0);
        dogs.mint(bob, largest);
        bytes32 one = offerOne(0, largest);
        accept(one);
        assertHolds(bob, address(cats), 0);
        assertHolds(alice, address(dogs), largest);
        bytes32 two = offerLists(repeat(address(cats), 2), list(largest, 1), repeat(address(dogs), 2), list(0, 1));
        assertEq(escrow.custodyOf(address(cats), largest), two, "custody");
        accept(two);
        assertHolds(bob, address(cats), largest);
        assertHolds(alice, address(dogs), 0);
    }

    function test_Attack_DuplicateInASide() public {
        expectError(abi.encodeWithSelector(E.DuplicateNft.selector, cats, 1));
        offerLists(repeat(address(cats), 2), list(1, 1), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.DuplicateNft.selector, dogs, 1));
        offerLists(list(address(cats)), list(1), repeat(address(dogs), 2), list(1, 1));
    }

    function test_Attack_SameNftOnBothSides() public {
        expectError(abi.encodeWithSelector(E.NftOnBothSides.selector, cats, 1));
        offerOne(address(cats), 1, address(cats), 1);
        expectError(abi.encodeWithSelector(E.NftOnBothSides.selector, cats, 1));
        offerLists(repeat(address(cats), 2), list(2, 1), repeat(address(cats), 2), list(1, 3));
    }

    function test_Attack_ThreeForOneStrandsNothing() public {
        bytes32 accepted = offerLists(repeat(address(cats), 3), range(1, 3), list(address(dogs)), list(1));
        bytes32 cancelled = offerLists(repeat(address(cats), 3), range(4, 3), list(address(dogs)), list(2));
        bytes32 returned = offerLists(repeat(address(cats), 3), range(7, 3), list(address(dogs)), list(3));
        accept(accepted);
        cancel(cancelled);
        returnExpired(returned);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(bob, address(cats), i);
        }
        for (uint256 i = 4; i <= 9; ++i) {
            assertHolds(alice, address(cats), i);
        }
        assertEq(cats.balanceOf(address(escrow)), 0, "nothing left behind");
    }
}
