// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentryTest} from "../base/ReentryTest.sol";
import {vm} from "../base/Vm.sol";
import {Hook} from "../tokens/TrickNft.sol";

/// @notice The whole matrix: every function that changes state, called from inside every other at every place where the
/// escrow calls out. The hostile collection breaks down unless the answer is `Reentered`, so the outer call succeeds
/// only where the inner one was refused for that reason.
contract ReentryAttackTest is ReentryTest {
    // ── Creating ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromSupportsInterfaceWhileCreating() public {
        _eachInner(offered, Hook.SupportsInterface, this.createOne);
        _eachInner(requested, Hook.SupportsInterface, this.createMany);
    }

    function test_Attack_Reentry_FromOwnerOfWhileCreating() public {
        _eachInner(offered, Hook.OwnerOf, this.createOne);
        _eachInner(requested, Hook.OwnerOf, this.createOne);
        _eachInner(requested, Hook.OwnerOf, this.createMany);
    }

    function test_Attack_Reentry_FromBalanceOfWhileCreating() public {
        _eachInner(offered, Hook.BalanceOf, this.createMany);
    }

    function test_Attack_Reentry_FromTransferWhileCreating() public {
        _eachInner(offered, Hook.Transfer, this.createOne);
        _eachInner(offered, Hook.Transfer, this.createMany);
    }

    // ── Accepting ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileAccepting() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.acceptIt);
        _eachInnerOf(requested, Hook.Transfer, this.createOne, this.acceptIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.acceptIt);
        _eachInnerOf(requested, Hook.Transfer, this.createMany, this.acceptIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileAccepting() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.acceptIt);
        _eachInnerOf(requested, Hook.OwnerOf, this.createOne, this.acceptIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileAccepting() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.acceptIt);
        _eachInnerOf(requested, Hook.BalanceOf, this.createMany, this.acceptIt);
    }

    // ── Going home ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileCancelling() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.cancelIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.cancelIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileCancelling() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.cancelIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileCancelling() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.cancelIt);
    }

    function test_Attack_Reentry_FromTransferWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.returnIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.returnIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.returnIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.returnIt);
    }

    function test_Attack_Reentry_FromTransferWhileClaiming() public {
        _eachInnerOf(offered, Hook.Transfer, this.stickOne, this.claimIt);
        _eachInnerOf(offered, Hook.Transfer, this.stickMany, this.claimIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileClaiming() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.stickOne, this.claimIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileClaiming() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.stickMany, this.claimIt);
    }

    // ── The owner's ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileWithdrawingAStray() public {
        _eachInnerOf(offered, Hook.Transfer, this.strayIn, this.strayOut);
    }

    function test_Attack_Reentry_FromOwnerOfWhileWithdrawingAStray() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.strayIn, this.strayOut);
    }

    function test_Attack_Reentry_FromTheOwnersWalletWhileWithdrawingFees() public {
        bytes[] memory inner = _inner(open);
        for (uint256 i; i < inner.length; ++i) {
            uint256 before = vm.snapshotState();
            wallet.setReentry(address(escrow), inner[i]);
            vm.expectCall(address(escrow), inner[i]);
            wallet.run(address(escrow), abi.encodeCall(escrow.withdrawFees, ()));
            assertEq(owner.balance, FEE, "paid once");
            vm.revertToState(before);
        }
    }

    function test_Attack_Reentry_FromTheOwnersWalletWhileRenouncing() public {
        bytes[] memory inner = _inner(open);
        for (uint256 i; i < inner.length; ++i) {
            uint256 before = vm.snapshotState();
            wallet.setReentry(address(escrow), inner[i]);
            vm.expectCall(address(escrow), inner[i]);
            wallet.run(address(escrow), abi.encodeCall(escrow.renounceOwnership, ()));
            assertEq(escrow.owner(), address(0), "renounced");
            vm.revertToState(before);
        }
    }
}
