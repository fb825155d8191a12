// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {OwnerWallet as ContractWallet} from "../wallets/OwnerWallet.sol";
import {GasWallet} from "../wallets/GasWallet.sol";

/// @notice Who calls.
contract CallersAttackTest is EscrowTest {
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
        // Holding the requested NFT does not make a wallet the recipient.
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
}
