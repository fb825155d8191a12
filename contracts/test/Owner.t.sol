// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../src/ISwapEscrow.sol";
import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {Vm, vm} from "./base/Vm.sol";

contract OwnerTest is EscrowTest {
    function test_Deployment_SaysWhatItStartsWith() public {
        vm.recordLogs();
        ISwapEscrow made = ISwapEscrow(deployEscrow(stranger, 5, 9));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(made.owner(), stranger, "owner");
        assertEq(made.pendingOwner(), address(0), "pending owner");
        assertEq(made.fee(), 5, "fee");
        assertEq(made.maxFee(), 9, "ceiling");
        assertTrue(!made.creationPaused(), "open");
        assertEq(logs[0].topics[0], L.OwnershipTransferred.selector, "event");
        assertEq(logs[1].topics[0], L.FeeUpdated.selector, "event");
        assertEq(keccak256(logs[1].data), keccak256(abi.encode(uint256(0), uint256(5))), "fee");
    }

    function test_Deployment_Refuses() public {
        _expectDeployment(address(0), 0, 0, abi.encodeWithSelector(E.ZeroOwner.selector));
        _expectDeployment(owner, 2, 1, abi.encodeWithSelector(E.FeeAboveMax.selector, 2, 1));
        uint256 limit = type(uint96).max;
        _expectDeployment(owner, 0, limit + 1, abi.encodeWithSelector(E.MaxFeeTooLarge.selector, limit + 1, limit));
        ISwapEscrow made = ISwapEscrow(deployEscrow(owner, limit, limit));
        assertEq(made.fee(), limit, "fee");
    }

    function test_UpdateFee() public {
        vm.expectEmit(address(escrow));
        emit L.FeeUpdated(FEE, MAX_FEE);
        vm.prank(owner);
        escrow.updateFee(MAX_FEE);
        assertEq(escrow.fee(), MAX_FEE, "fee");
        expectError(abi.encodeWithSelector(E.FeeAboveMax.selector, MAX_FEE + 1, MAX_FEE));
        vm.prank(owner);
        escrow.updateFee(MAX_FEE + 1);
        vm.prank(owner);
        escrow.updateFee(0);
        due = 0;
        bytes32 id = offerOne(1, 1);
        accept(id);
        assertEq(address(escrow).balance, 0, "no fees");
    }

    function test_UpdateFee_LeavesPauseAndNumbersAlone() public {
        bytes32 first = offerOne(1, 1);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        vm.prank(owner);
        escrow.updateFee(MAX_FEE);
        assertTrue(escrow.creationPaused(), "still stopped");
        vm.prank(owner);
        escrow.setCreationPaused(false);
        assertEq(escrow.fee(), MAX_FEE, "fee");
        due = MAX_FEE;
        bytes32 second = offerOne(2, 2);
        assertEq(escrow.custodyOf(address(cats), 1), first, "custody");
        assertEq(escrow.custodyOf(address(cats), 2), second, "custody");
    }

    function test_WithdrawFees() public {
        offerOne(1, 1);
        vm.expectEmit(address(escrow));
        emit L.FeesWithdrawn(owner, FEE);
        vm.prank(owner);
        escrow.withdrawFees();
        assertEq(owner.balance, FEE, "paid");
        assertEq(address(escrow).balance, 0, "empty");
        expectError(abi.encodeWithSelector(E.NoFees.selector));
        vm.prank(owner);
        escrow.withdrawFees();
    }

    function test_Pause_StopsOnlyCreation() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        bytes32 third = offerOne(3, 3);
        vm.expectEmit(address(escrow));
        emit L.CreationPausedSet(true);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        assertTrue(escrow.creationPaused(), "stopped");
        accept(first);
        cancel(second);
        returnExpired(third);
        assertStatus(first, 2);
        assertStatus(second, 3);
        assertStatus(third, 3);
        vm.expectEmit(address(escrow));
        emit L.CreationPausedSet(false);
        vm.prank(owner);
        escrow.setCreationPaused(false);
        assertTrue(!escrow.creationPaused(), "open");
    }

    function test_EmergencyWithdraw_SendsAStray() public {
        cats.mint(address(escrow), 99);
        vm.expectEmit(address(escrow));
        emit L.EmergencyWithdrawn(address(cats), 99, owner);
        vm.prank(owner);
        escrow.emergencyWithdraw(address(cats), 99);
        assertHolds(owner, address(cats), 99);
    }

    function test_EmergencyWithdraw_RefusesWhatIsNotHere() public {
        bytes memory reason =
            abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", address(escrow), uint256(1));
        vm.prank(alice);
        cats.setApprovalForAll(address(escrow), false);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, cats, 1, reason));
        vm.prank(owner);
        escrow.emergencyWithdraw(address(cats), 1);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, stranger, 1, owner));
        vm.prank(owner);
        escrow.emergencyWithdraw(stranger, 1);
    }

    function test_Ownership_TakesTwoSteps() public {
        vm.expectEmit(address(escrow));
        emit L.OwnershipTransferStarted(owner, stranger);
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        assertEq(escrow.owner(), owner, "still");
        assertEq(escrow.pendingOwner(), stranger, "proposed");
        expectError(abi.encodeWithSelector(E.NotPendingOwner.selector, alice, stranger));
        vm.prank(alice);
        escrow.acceptOwnership();
        vm.expectEmit(address(escrow));
        emit L.OwnershipTransferred(owner, stranger);
        vm.prank(stranger);
        escrow.acceptOwnership();
        assertEq(escrow.owner(), stranger, "taken over");
        assertEq(escrow.pendingOwner(), address(0), "none proposed");
        expectError(abi.encodeWithSelector(E.NotOwner.selector, owner, stranger));
        vm.prank(owner);
        escrow.updateFee(0);
    }

    function test_Ownership_ProposalCanBeWithdrawn() public {
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        vm.prank(owner);
        escrow.transferOwnership(address(0));
        expectError(abi.encodeWithSelector(E.NotPendingOwner.selector, stranger, address(0)));
        vm.prank(stranger);
        escrow.acceptOwnership();
    }

    function test_Renounce_PaysOutAndZeroesTheFee() public {
        bytes32 id = offerOne(1, 1);
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        vm.recordLogs();
        vm.prank(owner);
        escrow.renounceOwnership();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 3, "logs");
        assertEq(logs[0].topics[0], L.FeeUpdated.selector, "event");
        assertEq(logs[1].topics[0], L.OwnershipTransferred.selector, "event");
        assertEq(logs[2].topics[0], L.FeesWithdrawn.selector, "event");
        assertEq(owner.balance, FEE, "paid");
        assertEq(escrow.fee(), 0, "fee");
        assertEq(escrow.owner(), address(0), "nobody");
        assertEq(escrow.pendingOwner(), address(0), "nobody");
        due = 0;
        accept(id);
        assertStatus(id, 2);
        bytes32 after_ = offerOne(2, 2);
        assertStatus(after_, 1);
        expectError(abi.encodeWithSelector(E.NotPendingOwner.selector, stranger, address(0)));
        vm.prank(stranger);
        escrow.acceptOwnership();
    }

    function test_Renounce_AllowsNewOffersAgain() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        vm.recordLogs();
        vm.prank(owner);
        escrow.renounceOwnership();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 3, "logs");
        assertEq(logs[1].topics[0], L.CreationPausedSet.selector, "event");
        assertTrue(!abi.decode(logs[1].data, (bool)), "allowed");
        assertTrue(!escrow.creationPaused(), "allowed");
        due = 0;
        assertStatus(offerOne(1, 1), 1);
    }

    function test_Renounce_WithoutFees() public {
        vm.recordLogs();
        vm.prank(owner);
        escrow.renounceOwnership();
        assertEq(vm.getRecordedLogs().length, 2, "no payout");
    }

    function test_OnlyTheOwner() public {
        bytes[6] memory calls = [
            abi.encodeCall(escrow.updateFee, (0)),
            abi.encodeCall(escrow.withdrawFees, ()),
            abi.encodeCall(escrow.emergencyWithdraw, (address(cats), 1)),
            abi.encodeCall(escrow.setCreationPaused, (true)),
            abi.encodeCall(escrow.transferOwnership, (alice)),
            abi.encodeCall(escrow.renounceOwnership, ())
        ];
        cats.mint(address(escrow), 99);
        offerOne(1, 1);
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(stranger);
            (bool ok, bytes memory answer) = address(escrow).call(calls[i]);
            assertTrue(!ok, "refused");
            assertEq(
                keccak256(answer), keccak256(abi.encodeWithSelector(E.NotOwner.selector, stranger, owner)), "error"
            );
        }
    }

    function _expectDeployment(address firstOwner, uint256 feeWei, uint256 maxFeeWei, bytes memory expected) private {
        try this.deploy(firstOwner, feeWei, maxFeeWei) {
            revert Expected("refused");
        } catch (bytes memory answer) {
            assertTrue(_contains(answer, expected), "error of the constructor");
        }
    }

    function deploy(address firstOwner, uint256 feeWei, uint256 maxFeeWei) external {
        deployEscrow(firstOwner, feeWei, maxFeeWei);
    }

    function _contains(bytes memory hay, bytes memory needle) private pure returns (bool) {
        for (uint256 i; i + needle.length <= hay.length; ++i) {
            uint256 j;
            while (j < needle.length && hay[i + j] == needle[j]) ++j;
            if (j == needle.length) return true;
        }
        return false;
    }
}
