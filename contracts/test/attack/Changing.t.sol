// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TricksTest} from "../base/TricksTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice Collections that are not afterwards what they were when the offer was made.
contract ChangingCollectionAttackTest is TricksTest {
    function test_Attack_CodeLostAfterDeposit() public {
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        bytes memory code = address(tricks).code;
        vm.etch(address(tricks), "");
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        vm.etch(address(tricks), code);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_RequestedCodeLostAfterCreation() public {
        bytes32 id = offerOne(address(cats), 1, address(tricks), 101);
        vm.etch(address(tricks), "");
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 101, alice));
        accept(id);
        cancel(id);
        assertHolds(alice, address(cats), 1);
    }

    function test_Attack_PausedAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.setBlocked(address(escrow), true);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Blocked.selector, escrow);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        accept(id);
        cancel(id);
        assertStatus(id, 3);
        tricks.setBlocked(address(escrow), false);
        vm.prank(stranger);
        escrow.claimReturned(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(alice, address(tricks), i);
        }
    }

    function test_Attack_CreatorBlocklistedAfterDeposit() public {
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        tricks.setBlocked(alice, true);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    function test_Attack_RecipientBlocklisted() public {
        bytes32 id = _offerTricks(1);
        tricks.setBlocked(bob, true);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Blocked.selector, bob);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        accept(id);
        assertHolds(bob, address(dogs), 1);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_SoulboundFromTheStartAndLater() public {
        tricks.setTrick(1, Trick.Refuse);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Refused.selector, 1);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        offerOne(address(tricks), 1, address(dogs), 1);
        bytes32 id = offerOne(address(tricks), 2, address(dogs), 1);
        tricks.setTrick(2, Trick.Refuse);
        _cancelAndExpectStuck(id, 2);
    }

    function test_Attack_MovedAwayByItsCollectionAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.seize(2, stranger);
        vm.expectRevert();
        accept(id);
        assertHolds(bob, address(dogs), 1);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertHolds(stranger, address(tricks), 2);
        assertHolds(alice, address(tricks), 3);
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "not here, so not held");
    }

    function test_Attack_MovedAwayAndOfferedByItsNewHolder() public {
        bytes32 first = _offerTricks(3);
        tricks.seize(2, bob);
        // While the first offer is open it still points at the NFT: taken in again, it would belong to two.
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, 2, first));
        vm.prank(bob);
        escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        cancel(first);
        vm.prank(bob);
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        assertEq(escrow.custodyOf(address(tricks), 2), second, "custody");
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, first));
        vm.prank(alice);
        escrow.claimReturned(first);
        vm.prank(bob);
        escrow.cancelSwapOffer(second);
        assertHolds(bob, address(tricks), 2);
    }

    function test_Attack_OfferedAgainWhileAHalfReturnedOfferPointsAtIt() public {
        bytes32 first = _offerTricks(3);
        tricks.setTrick(2, Trick.Refuse);
        cancel(first);
        tricks.setTrick(2, Trick.Honest);
        tricks.seize(2, bob); // the collection's admin, not a claim, moved it out
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, 2, first));
        vm.prank(bob);
        escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        // Anyone clears the old debt: the NFT has left, so nothing is owed, and nothing moves.
        vm.prank(stranger);
        escrow.claimReturned(first);
        assertHolds(bob, address(tricks), 2);
        vm.prank(bob);
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        assertEq(escrow.custodyOf(address(tricks), 2), second, "custody");
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, first));
        vm.prank(alice);
        escrow.claimReturned(first);
        assertHolds(address(escrow), address(tricks), 2);
    }

    function test_Attack_OtherNftsOfAHalfReturnedOfferCanBeOfferedAgain() public {
        bytes32 first = _offerTricks(3);
        tricks.setTrick(2, Trick.Refuse);
        cancel(first);
        bytes32 second = offerOne(address(tricks), 1, address(dogs), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), second, "custody");
        assertEq(escrow.custodyOf(address(tricks), 2), first, "custody");
        tricks.setTrick(2, Trick.Honest);
        vm.prank(stranger);
        escrow.claimReturned(first);
        assertHolds(alice, address(tricks), 2);
        assertHolds(address(escrow), address(tricks), 1);
    }

    function test_Attack_BurnedAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.burn(2);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
        // Its collection names no owner, which is no proof that it left.
        assertEq(escrow.custodyOf(address(tricks), 2), id, "held");
    }
}
