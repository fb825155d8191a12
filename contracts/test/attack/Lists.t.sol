// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";

/// @notice Unowned ids, and lists of every length.
contract ListsAttackTest is EscrowTest {
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
