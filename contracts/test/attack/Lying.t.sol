// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TricksTest} from "../base/TricksTest.sol";
import {vm} from "../base/Vm.sol";
import {Hook, Trick} from "../tokens/TrickNft.sol";

/// @notice Collections that report what is not so.
contract LyingCollectionAttackTest is TricksTest {
    // ── Success without moving ───────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_SilentOnCreation() public {
        tricks.setTrick(2, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 2, escrow));
        offerOne(address(tricks), 2, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        _offerTricks(3);
    }

    function test_Attack_SilentOfferedOnAccept() public {
        bytes32 one = offerOne(address(tricks), 9, address(dogs), 9);
        bytes32 many = _offerTricks(3);
        tricks.setTrick(9, Trick.Silent);
        tricks.setTrick(2, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 9, bob));
        accept(one);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(many);
        assertHolds(bob, address(dogs), 9);
        assertStatus(one, 1);
    }

    function test_Attack_SilentRequestedOnAccept() public {
        bytes32 one = offerOne(address(cats), 1, address(tricks), 101);
        bytes32 many = offerLists(list(address(cats)), list(2), repeat(address(tricks), 2), list(102, 103));
        tricks.setTrick(101, Trick.Silent);
        tricks.setTrick(103, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 101, alice));
        accept(one);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 102, alice));
        accept(many);
        assertHolds(address(escrow), address(cats), 1);
        assertHolds(address(escrow), address(cats), 2);
    }

    function test_Attack_SilentOnCancelStaysHeldAndIsNoStray() public {
        bytes32 one = offerOne(address(tricks), 9, address(dogs), 9);
        tricks.setTrick(9, Trick.Silent);
        _cancelAndExpectStuck(one, 9);
        bytes32 many = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        _cancelAndExpectStuck(many, 2);
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
    }

    function test_Attack_SilentWithABalanceThatLiesIsSeenByItsOwner() public {
        // The balance breaks down, so each owner is asked for.
        bytes32 id = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        tricks.setBalanceBreaks(true);
        _cancelAndExpectStuck(id, 2);
    }

    // ── Lies ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_LiesInOwnerOfOnCreation() public {
        tricks.setOwnerLie(1, alice);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        offerOne(address(tricks), 1, address(dogs), 1);
        // It can name any recipient; only that recipient's own call can then move anything of theirs.
        tricks.setOwnerLie(101, stranger);
        bytes32 id = offerOne(address(cats), 1, address(tricks), 101);
        (, address recipient,,) = escrow.swapOffers(id);
        assertEq(recipient, stranger, "recipient");
        expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, bob, stranger));
        accept(id);
    }

    function test_Attack_LiesInOwnerOfOnAccept() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setOwnerLie(1, stranger);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        assertHolds(bob, address(dogs), 1);
    }

    function test_Attack_LiesInOwnerOfOnCancel() public {
        // "Still here" although it left: held for nothing, and claimed once the lie ends.
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setOwnerLie(1, address(escrow));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        tricks.setOwnerLie(1, address(0));
        assertHolds(alice, address(tricks), 1);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "released");
    }

    function test_Attack_NamesNobodyAsOwnerOnCancel() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        NobodyNft nobody = new NobodyNft();
        bytes memory code = address(tricks).code;
        vm.etch(address(tricks), address(nobody).code);
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "nobody is no proof that it left");
        vm.etch(address(tricks), code);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_LiesInBalanceOf() public {
        tricks.setBalanceBreaks(true);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        _offerTricks(2);
        tricks.setBalanceBreaks(false);
        bytes32 id = _offerTricks(2);
        tricks.setBalanceBreaks(true);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "gone home");
    }

    function test_Attack_BalanceThatGrowsByItselfPretendsNothingOnCancel() public {
        bytes32 id = _offerTricks(2);
        tricks.setTrick(1, Trick.Silent);
        tricks.setHook(Hook.Transfer, address(tricks), abi.encodeCall(tricks.setBalanceAdded, (5)));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "went home");
    }

    function test_Attack_BalanceThatLiesOnCancelHarmsOnlyItsOwnCollection() public {
        // A collection that moves nothing and whose balance says that it did gets its own NFT forgotten. That is all.
        bytes32 id = offerLists(
            list3(address(tricks), address(tricks), address(cats)), range(1, 3), list(address(dogs)), list(1)
        );
        tricks.setTrick(1, Trick.Silent);
        tricks.setTrick(2, Trick.Silent);
        tricks.setBalanceAdded(2);
        tricks.setHook(Hook.Transfer, address(tricks), abi.encodeCall(tricks.setBalanceAdded, (0)));
        cancel(id);
        assertHolds(alice, address(cats), 3);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "forgotten");
    }
}

/// @notice What a collection becomes that lost its storage: it reports success, and every NFT has no owner.
contract NobodyNft {
    function ownerOf(uint256) external pure returns (address) {
        return address(0);
    }

    function transferFrom(address, address, uint256) external pure {}
}
