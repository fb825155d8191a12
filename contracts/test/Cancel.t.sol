// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract CancelTest is EscrowTest {
    function test_One_GoesHome() public {
        bytes32 id = offerOne(1, 1);
        vm.expectEmit(address(escrow));
        emit L.SwapCancelled(id, alice);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertStatus(id, 3);
        assertEq(escrow.custodyOf(address(cats), 1), 0, "custody");
        assertEq(address(escrow).balance, FEE, "the fee of creating is not refunded");
    }

    function test_Many_GoHome() public {
        address[] memory nfts = repeat(address(cats), 20);
        nfts[7] = address(dogs);
        dogs.mint(alice, 8 + 100);
        uint256[] memory ids = range(1, 20);
        ids[7] = 108;
        bytes32 id = offerLists(nfts, ids, list(address(dogs)), list(1));
        cancel(id);
        for (uint256 i; i < 20; ++i) {
            assertHolds(alice, nfts[i], ids[i]);
        }
    }

    function test_LastSecondIsFreeAndTheNextIsNot() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        vm.warp(START + DAY);
        cancel(first);
        vm.warp(START + DAY + 1);
        expectError(abi.encodeWithSelector(E.OfferExpired.selector, second, START + DAY, START + DAY + 1));
        cancel(second);
    }

    function test_RefusesOthers() public {
        bytes32 id = offerOne(1, 1);
        address[3] memory others = [bob, stranger, owner];
        for (uint256 i; i < 3; ++i) {
            expectError(abi.encodeWithSelector(E.NotCreator.selector, id, others[i], alice));
            vm.prank(others[i]);
            escrow.cancelSwapOffer(id);
        }
    }

    function test_RefusesUnknownAndClosed() public {
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(0)));
        cancel(0);
        bytes32 id = offerOne(1, 1);
        cancel(id);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        cancel(id);
        bytes32 done = offerOne(1, 1);
        accept(done);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, done, 2));
        cancel(done);
    }

    function test_Expired_ReturnedByRecipient() public {
        bytes32 id = offerMany(3);
        vm.warp(START + DAY + 1);
        vm.expectEmit(address(escrow));
        emit L.SwapCancelled(id, bob);
        returnExpired(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(alice, address(cats), i);
        }
        assertStatus(id, 3);
        assertEq(address(escrow).balance, 2 * FEE, "fees");
    }

    function test_Expired_ReturnedByCreator() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + DAY + 1);
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(id);
        assertHolds(alice, address(cats), 1);
    }

    function test_Expired_RefusesOthers() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + DAY + 1);
        address[2] memory others = [stranger, owner];
        vm.deal(owner, FEE);
        for (uint256 i; i < 2; ++i) {
            expectError(abi.encodeWithSelector(E.NotParty.selector, id, others[i]));
            vm.prank(others[i]);
            escrow.cancelExpiredOffer{value: FEE}(id);
        }
    }

    function test_Expired_RefusesTheLastSecond() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + DAY);
        expectError(abi.encodeWithSelector(E.OfferNotExpired.selector, id, START + DAY, START + DAY));
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(id);
    }

    function test_Expired_RefusesUnknownAndClosed() public {
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(uint256(1))));
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(bytes32(uint256(1)));
        bytes32 id = offerOne(1, 1);
        returnExpired(id);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(id);
    }

    function test_DetailsOfAClosedOfferStillAnswer() public {
        bytes32 id = offerMany(2);
        cancel(id);
        (address creator,, address[] memory nfts, uint256[] memory ids,,, uint256 expiresAt, bool isActive) =
            escrow.getOfferDetails(id);
        assertEq(creator, alice, "creator");
        assertEq(nfts[1], address(cats), "list");
        assertEq(ids[1], 2, "ids");
        assertEq(expiresAt, START + DAY, "expiry");
        assertTrue(!isActive, "closed");
    }

    function test_DetailsOfAnUnknownIdRevert() public {
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(uint256(5))));
        escrow.getOfferDetails(bytes32(uint256(5)));
        (address creator, address recipient, uint256 expiresAt, uint8 status) = escrow.swapOffers(bytes32(uint256(5)));
        assertEq(uint256(uint160(creator)) | uint160(recipient) | expiresAt | status, 0, "all zero");
    }
}
