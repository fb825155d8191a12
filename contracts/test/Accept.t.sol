// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract AcceptTest is EscrowTest {
    function test_One_SwapsBoth() public {
        bytes32 id = offerOne(1, 2);
        vm.expectEmit(address(escrow));
        emit L.SwapCompleted(id, bob);
        accept(id);
        assertHolds(bob, address(cats), 1);
        assertHolds(alice, address(dogs), 2);
        assertStatus(id, 2);
        assertEq(escrow.custodyOf(address(cats), 1), 0, "custody");
        assertEq(address(escrow).balance, 2 * FEE, "fees");
        (,,,,,,, bool isActive) = escrow.getOfferDetails(id);
        assertTrue(!isActive, "closed");
    }

    function test_Many_SwapsAll() public {
        bytes32 id = offerMany(20);
        accept(id);
        for (uint256 i = 1; i <= 20; ++i) {
            assertHolds(bob, address(cats), i);
            assertHolds(alice, address(dogs), i);
        }
    }

    function test_ThreeForOne_StrandsNothing() public {
        bytes32 id = offerLists(repeat(address(cats), 3), range(1, 3), list(address(dogs)), list(1));
        accept(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(bob, address(cats), i);
        }
        assertEq(cats.balanceOf(address(escrow)), 0, "left behind");
    }

    function test_LastSecondIsStillOpen() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + DAY);
        accept(id);
        assertStatus(id, 2);
    }

    function test_RefusesTheSecondAfter() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + DAY + 1);
        expectError(abi.encodeWithSelector(E.OfferExpired.selector, id, START + DAY, START + DAY + 1));
        accept(id);
    }

    function test_RefusesOthers() public {
        bytes32 id = offerOne(1, 1);
        address[2] memory others = [alice, stranger];
        for (uint256 i; i < 2; ++i) {
            expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, others[i], bob));
            vm.prank(others[i]);
            escrow.acceptSwapOffer{value: FEE}(id);
        }
    }

    function test_RefusesUnknownIds() public {
        bytes32[3] memory ids = [bytes32(0), keccak256("x"), bytes32(bytes20(address(cats)))];
        for (uint256 i; i < 3; ++i) {
            expectError(abi.encodeWithSelector(E.UnknownOffer.selector, ids[i]));
            accept(ids[i]);
        }
    }

    function test_RefusesClosedOffers() public {
        bytes32 done = offerOne(1, 1);
        accept(done);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, done, 2));
        accept(done);
        bytes32 cancelled = offerOne(2, 2);
        cancel(cancelled);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, cancelled, 3));
        accept(cancelled);
    }

    function test_RefusesWhenAnNftHasMovedOn() public {
        bytes32 id = offerOne(1, 1);
        vm.prank(bob);
        dogs.transferFrom(bob, stranger, 1);
        bytes memory reason =
            abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", bob, uint256(1), stranger);
        vm.prank(stranger);
        dogs.setApprovalForAll(address(escrow), true);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, dogs, 1, reason));
        accept(id);
    }

    function test_AcceptedNftCanBeOfferedAgain() public {
        bytes32 first = offerOne(1, 1);
        accept(first);
        vm.prank(bob);
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, DAY);
        assertEq(escrow.custodyOf(address(cats), 1), second, "custody");
        assertStatus(first, 2);
        assertStatus(second, 1);
    }
}
