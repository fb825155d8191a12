// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {OwnerWallet} from "../wallets/OwnerWallet.sol";

/// @notice Value that is wrong, unasked for, or stuck.
contract MoneyAttackTest is EscrowTest {
    function test_Attack_ValueAboveBelowAndZero() public {
        bytes32 open = offerOne(1, 1);
        bytes32 expired = offerOne(2, 2);
        uint256[4] memory wrong = [uint256(0), 1, FEE - 1, FEE + 1];
        for (uint256 i; i < wrong.length; ++i) {
            due = wrong[i];
            bytes memory error_ = abi.encodeWithSelector(E.WrongValue.selector, due, FEE);
            expectError(error_);
            offerOne(3, 3);
            expectError(error_);
            offerMany(3);
            expectError(error_);
            accept(open);
            uint256 before = vm.snapshotState();
            vm.warp(START + DAY + 1);
            expectError(error_);
            vm.prank(bob);
            escrow.cancelExpiredOffer{value: due}(expired);
            vm.revertToState(before);
        }
        assertEq(address(escrow).balance, 2 * FEE, "fees");
    }

    function test_Attack_ValueToFunctionsThatTakeNone() public {
        bytes32 id = offerOne(1, 1);
        bytes[11] memory calls = [
            abi.encodeCall(escrow.cancelSwapOffer, (id)),
            claimCall(id),
            abi.encodeCall(escrow.sendHome, (id)),
            abi.encodeCall(escrow.takeOwedCoins, (alice)),
            abi.encodeCall(escrow.updateFee, (0)),
            abi.encodeCall(escrow.withdrawFees, ()),
            abi.encodeCall(escrow.emergencyWithdraw, (address(cats), 5)),
            abi.encodeCall(escrow.setCreationPaused, (true)),
            abi.encodeCall(escrow.transferOwnership, (alice)),
            abi.encodeCall(escrow.acceptOwnership, ()),
            abi.encodeCall(escrow.renounceOwnership, ())
        ];
        address[2] memory callers = [alice, owner];
        vm.deal(owner, 1 ether);
        for (uint256 i; i < calls.length; ++i) {
            for (uint256 c; c < 2; ++c) {
                vm.prank(callers[c]);
                (bool ok,) = address(escrow).call{value: 1}(calls[i]);
                assertTrue(!ok, "refused");
            }
        }
        assertEq(address(escrow).balance, FEE, "fees");
    }

    function test_Attack_PlainCoinBounces() public {
        vm.prank(alice);
        (bool ok,) = address(escrow).call{value: 1}("");
        assertTrue(!ok, "refused");
        vm.prank(alice);
        (ok,) = address(escrow).call{value: 1}(hex"12345678");
        assertTrue(!ok, "refused");
    }

    function test_Attack_CoinForcedInBlocksNothing() public {
        // SELFDESTRUCT in creation code runs no code of the receiver.
        bytes memory code = abi.encodePacked(hex"73", escrow, hex"ff");
        assembly {
            pop(create(1000000000000000000, add(code, 32), mload(code)))
        }
        assertEq(address(escrow).balance, 1 ether, "forced");
        bytes32 id = offerOne(1, 1);
        accept(id);
        assertStatus(id, 2);
        vm.prank(owner);
        escrow.withdrawFees();
        assertEq(owner.balance, 1 ether + 2 * FEE, "paid out with the fees");
    }

    function test_Attack_FeeRaisedInBetween() public {
        bytes32 id = offerOne(1, 1);
        vm.prank(owner);
        escrow.updateFee(MAX_FEE);
        expectError(abi.encodeWithSelector(E.WrongValue.selector, FEE, MAX_FEE));
        accept(id);
        // Going home before expiry stays free, so a raised fee traps no NFT.
        cancel(id);
        assertHolds(alice, address(cats), 1);
    }

    function test_Attack_FeeOverTheCeiling() public {
        expectError(abi.encodeWithSelector(E.FeeAboveMax.selector, MAX_FEE + 1, MAX_FEE));
        vm.prank(owner);
        escrow.updateFee(MAX_FEE + 1);
        expectError(abi.encodeWithSelector(E.FeeAboveMax.selector, type(uint256).max, MAX_FEE));
        vm.prank(owner);
        escrow.updateFee(type(uint256).max);
        assertEq(escrow.fee(), FEE, "fee");
    }

    function test_Attack_WithdrawingToAContractThatRefuses() public {
        OwnerWallet wallet = _refusingOwner();
        offerOne(1, 1);
        expectError(abi.encodeWithSelector(E.PayoutRefused.selector, wallet, FEE));
        wallet.run(address(escrow), abi.encodeCall(escrow.withdrawFees, ()));
        expectError(abi.encodeWithSelector(E.PayoutRefused.selector, wallet, FEE));
        wallet.run(address(escrow), abi.encodeCall(escrow.renounceOwnership, ()));
        assertEq(escrow.owner(), address(wallet), "still the owner");
        assertEq(escrow.fee(), FEE, "fee");
        // Not lost: another owner can take them.
        wallet.run(address(escrow), abi.encodeCall(escrow.transferOwnership, (stranger)));
        vm.prank(stranger);
        escrow.acceptOwnership();
        uint256 before = stranger.balance;
        vm.prank(stranger);
        escrow.withdrawFees();
        assertEq(stranger.balance, before + FEE, "paid");
    }

    function test_Attack_ARefusingOwnerBlocksNoOffer() public {
        _refusingOwner();
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        accept(first);
        cancel(second);
        assertStatus(first, 2);
        assertStatus(second, 3);
    }

    function test_Attack_RenouncedWithFeesInside() public {
        offerOne(1, 1);
        vm.prank(owner);
        escrow.renounceOwnership();
        assertEq(owner.balance, FEE, "paid out");
        assertEq(address(escrow).balance, 0, "nothing left behind");
        expectError(abi.encodeWithSelector(E.NotOwner.selector, owner, address(0)));
        vm.prank(owner);
        escrow.withdrawFees();
    }

    function _refusingOwner() private returns (OwnerWallet wallet) {
        wallet = new OwnerWallet();
        wallet.setRefuses(true);
        vm.prank(owner);
        escrow.transferOwnership(address(wallet));
        wallet.run(address(escrow), abi.encodeCall(escrow.acceptOwnership, ()));
    }
}
