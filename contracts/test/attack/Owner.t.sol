// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice An owner who wants what is not theirs.
contract OwnerAttackTest is EscrowTest {
    function test_Attack_EmergencyWithdrawalOfAnOpenOffersNft() public {
        bytes32 id = offerMany(3);
        for (uint256 i = 1; i <= 3; ++i) {
            _expectHeld(address(cats), i, id);
        }
        vm.warp(START + DAY + 1);
        for (uint256 i = 1; i <= 3; ++i) {
            _expectHeld(address(cats), i, id);
        }
        assertHolds(address(escrow), address(cats), 1);
    }

    function test_Attack_EmergencyWithdrawalOfAStray() public {
        cats.mint(address(escrow), 99);
        offerOne(1, 1);
        _withdraw(address(cats), 99);
        assertHolds(owner, address(cats), 99);
    }

    function test_Attack_EmergencyWithdrawalOfOneSentBackByMistake() public {
        bytes32 id = offerOne(1, 1);
        cancel(id);
        vm.prank(alice);
        cats.transferFrom(alice, address(escrow), 1);
        assertEq(escrow.custodyOf(address(cats), 1), 0, "a stray");
        _withdraw(address(cats), 1);
        assertHolds(owner, address(cats), 1);
    }

    function test_Attack_EmergencyWithdrawalOfOneOfferedAgain() public {
        bytes32 first = offerOne(1, 1);
        cancel(first);
        bytes32 second = offerOne(1, 1);
        _expectHeld(address(cats), 1, second);
        accept(second);
        vm.prank(bob);
        bytes32 third = escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, DAY);
        _expectHeld(address(cats), 1, third);
    }

    function test_Attack_EmergencyWithdrawalOfAHalfReturnedOffer() public {
        TrickNft tricks = _tricks();
        bytes32 id = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setTrick(2, Trick.Refuse);
        cancel(id);
        tricks.setTrick(2, Trick.Honest);
        _expectHeld(address(tricks), 2, id);
        // The others went home; sent here by mistake they are strays, though their offer still waits for one.
        vm.prank(alice);
        tricks.transferFrom(alice, address(escrow), 1);
        _withdraw(address(tricks), 1);
        assertHolds(owner, address(tricks), 1);
    }

    function test_Attack_EmergencyWithdrawalThatMovesNothing() public {
        TrickNft tricks = _tricks();
        tricks.mint(address(escrow), 50);
        tricks.setTrick(50, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 50, owner));
        _withdraw(address(tricks), 50);
    }

    function test_Attack_EmergencyWithdrawalOfAnotherWalletsApprovedNft() public {
        // Alice has approved the escrow for everything; the owner still cannot take from her.
        vm.expectRevert();
        _withdraw(address(cats), 5);
        assertHolds(alice, address(cats), 5);
    }

    function test_Attack_PausingHoldsNoNft() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        cancel(first);
        returnExpired(second);
        assertHolds(alice, address(cats), 1);
        assertHolds(alice, address(cats), 2);
    }

    function test_Attack_OwnershipToAWrongAddress() public {
        vm.prank(owner);
        escrow.transferOwnership(address(0xdead));
        assertEq(escrow.owner(), owner, "nothing lost before it is accepted");
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        vm.prank(stranger);
        escrow.acceptOwnership();
        assertEq(escrow.owner(), stranger, "corrected");
    }

    function test_Attack_RenouncedOwnerCanDoNothing() public {
        cats.mint(address(escrow), 99);
        vm.prank(owner);
        escrow.renounceOwnership();
        expectError(abi.encodeWithSelector(E.NotOwner.selector, owner, address(0)));
        _withdraw(address(cats), 99);
        expectError(abi.encodeWithSelector(E.NotPendingOwner.selector, owner, address(0)));
        vm.prank(owner);
        escrow.acceptOwnership();
    }

    function test_Attack_TheZeroAddressIsNobody() public {
        vm.prank(owner);
        escrow.renounceOwnership();
        // The zero address has no key, but a simulation can call from it: it must not become the owner of a live contract.
        expectError(abi.encodeWithSelector(E.NotOwner.selector, alice, address(0)));
        vm.prank(alice);
        escrow.transferOwnership(alice);
    }

    function _tricks() private returns (TrickNft tricks) {
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 i = 1; i <= 3; ++i) {
            tricks.mint(alice, i);
        }
    }

    function _expectHeld(address nft, uint256 id, bytes32 offerId) private {
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, nft, id, offerId));
        _withdraw(nft, id);
    }

    function _withdraw(address nft, uint256 id) private {
        vm.prank(owner);
        escrow.emergencyWithdraw(nft, id);
    }
}
