// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {Vm, vm} from "./base/Vm.sol";
import {Trick, TrickNft} from "./tokens/TrickNft.sol";

contract ClaimTest is EscrowTest {
    TrickNft internal tricks;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 id = 1; id <= 5; ++id) {
            tricks.mint(alice, id);
        }
    }

    function test_WhatStayedIsHeldAndLaterSent() public {
        bytes32 id = _stuck(2, 4);
        assertStatus(id, 3);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "went home");
        assertEq(escrow.custodyOf(address(tricks), 2), id, "stayed");
        assertEq(escrow.custodyOf(address(tricks), 4), id, "stayed");
        tricks.setTrick(2, Trick.Honest);
        vm.expectEmit(address(escrow));
        emit L.ReturnClaimed(id, address(tricks), 2);
        _claim(id);
        assertHolds(alice, address(tricks), 2);
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "sent");
        assertEq(escrow.custodyOf(address(tricks), 4), id, "still here");
        tricks.setTrick(4, Trick.Honest);
        _claim(id);
        assertHolds(alice, address(tricks), 4);
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, id));
        _claim(id);
    }

    function test_BitsNameWhatIsClaimed() public {
        bytes32 id = _stuck(2, 4);
        tricks.setTrick(2, Trick.Honest);
        tricks.setTrick(4, Trick.Honest);
        vm.expectEmit(address(escrow));
        emit L.ReturnClaimed(id, address(tricks), 4);
        _claim(id, 1 << 3);
        assertHolds(alice, address(tricks), 4);
        assertEq(escrow.custodyOf(address(tricks), 2), id, "not asked for");
        // Bits of what has left, and of what was never there, change nothing.
        _claim(id, type(uint256).max);
        assertHolds(alice, address(tricks), 2);
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, id));
        _claim(id, 1 << 3);
    }

    /// @dev Of those that wait, one is asked for and one leaves: that one alone is in the log.
    function test_TheLogHasWhatLeftAlone() public {
        bytes32 id = _stuck(2, 4);
        tricks.setTrick(4, Trick.Honest);
        vm.recordLogs();
        _claim(id);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 claimed;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != L.ReturnClaimed.selector) continue;
            ++claimed;
            assertEq(keccak256(logs[i].data), keccak256(abi.encode(tricks, 4)), "the fourth");
        }
        assertEq(claimed, 1, "once");
    }

    function test_RefusesBitsOfWhatDoesNotWait() public {
        bytes32 id = _stuck(2, 4);
        uint256[4] memory others = [uint256(0), 1, 1 << 2, type(uint256).max << 5];
        for (uint256 i; i < 4; ++i) {
            expectError(abi.encodeWithSelector(E.NotWaiting.selector, id, others[i], (1 << 1) | (1 << 3)));
            _claim(id, others[i]);
        }
        expectError(abi.encodeWithSelector(E.NothingReturned.selector, id));
        _claim(id, 1 << 1);
    }

    function test_WholeRunStuckAndClaimedAtOnce() public {
        bytes32 id = offerLists(repeat(address(tricks), 5), range(1, 5), list(address(dogs)), list(1));
        tricks.setBlocked(alice, true);
        cancel(id);
        for (uint256 i = 1; i <= 5; ++i) {
            assertEq(escrow.custodyOf(address(tricks), i), id, "held");
        }
        tricks.setBlocked(alice, false);
        _claim(id);
        for (uint256 i = 1; i <= 5; ++i) {
            assertHolds(alice, address(tricks), i);
        }
    }

    function test_EmitsReturnFailedForEachThatStayed() public {
        bytes32 id = offerLists(repeat(address(tricks), 5), range(1, 5), list(address(dogs)), list(1));
        tricks.setTrick(2, Trick.Refuse);
        vm.expectEmit(address(escrow));
        emit L.SwapCancelled(id, alice);
        vm.expectEmit(address(escrow));
        emit L.ReturnFailed(id, address(tricks), 2);
        cancel(id);
    }

    function test_RefusesWhileTheCollectionRefuses() public {
        bytes32 id = _stuck(2, 4);
        expectError(abi.encodeWithSelector(E.NothingReturned.selector, id));
        _claim(id);
    }

    function test_RefusesUnknownOpenCompletedAndCleanlyCancelled() public {
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(uint256(9))));
        _claim(bytes32(uint256(9)));
        bytes32 id = offerOne(1, 1);
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, id));
        _claim(id);
        accept(id);
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, id));
        _claim(id);
        bytes32 other = offerOne(2, 2);
        cancel(other);
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, other));
        _claim(other);
    }

    function test_StaysCancelledWhileAndAfterClaiming() public {
        bytes32 id = _stuck(1, 5);
        assertStatus(id, 3);
        tricks.setTrick(1, Trick.Honest);
        tricks.setTrick(5, Trick.Honest);
        _claim(id);
        assertStatus(id, 3);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        cancel(id);
    }

    function test_LeavesAloneWhatCameBackByMistake() public {
        bytes32 id = _stuck(2, 3);
        // The first went home, to another wallet, and from there into the escrow without an offer.
        vm.prank(alice);
        tricks.transferFrom(alice, bob, 1);
        vm.prank(bob);
        tricks.transferFrom(bob, address(escrow), 1);
        tricks.setTrick(2, Trick.Honest);
        tricks.setTrick(3, Trick.Honest);
        _claim(id);
        assertHolds(alice, address(tricks), 2);
        assertHolds(address(escrow), address(tricks), 1);
        vm.prank(owner);
        escrow.emergencyWithdraw(address(tricks), 1);
        assertHolds(owner, address(tricks), 1);
    }

    /// @dev All but the first wait: that is not the whole run.
    function test_LeavesAloneTheFirstThatCameBackByMistake() public {
        bytes32 id = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setTrick(2, Trick.Refuse);
        tricks.setTrick(3, Trick.Refuse);
        cancel(id);
        vm.prank(alice);
        tricks.transferFrom(alice, address(escrow), 1);
        tricks.setTrick(2, Trick.Honest);
        tricks.setTrick(3, Trick.Honest);
        _claim(id);
        assertHolds(alice, address(tricks), 3);
        assertHolds(address(escrow), address(tricks), 1);
    }

    function _stuck(uint256 one, uint256 other) private returns (bytes32 id) {
        id = offerLists(repeat(address(tricks), 5), range(1, 5), list(address(dogs)), list(1));
        tricks.setTrick(one, Trick.Refuse);
        tricks.setTrick(other, Trick.Silent);
        cancel(id);
    }

    function _claim(bytes32 id, uint256 which) private {
        vm.prank(stranger);
        escrow.claimReturned(id, which);
    }

    function _claim(bytes32 id) private {
        vm.prank(stranger);
        escrow.claimReturned(id);
    }
}
