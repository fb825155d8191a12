// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {Vm, vm} from "../base/Vm.sol";

/// @title Edges that mutation testing showed to be untested.
contract EdgesTest is EscrowTest {
    /// @dev An owner's answer is an address up to and including the highest there is.
    function test_RecipientCanHaveTheHighestAddress() public {
        address highest = address(type(uint160).max);
        vm.prank(bob);
        IERC721(address(dogs)).transferFrom(bob, highest, 1);
        bytes32 id = offerOne(1, 1);
        (, address recipient,,) = escrow.swapOffers(id);
        assertEq(recipient, highest, "recipient");
        vm.deal(highest, 1 ether);
        vm.prank(highest);
        IERC721(address(dogs)).setApprovalForAll(address(escrow), true);
        uint256 due = escrow.fee();
        vm.prank(highest);
        escrow.acceptSwapOffer{value: due}(id);
        assertHolds(highest, address(cats), 1);
        assertHolds(alice, address(dogs), 1);
    }

    /// @dev Ids are stored in as many bytes as they need: the last that fits a width, and the first that does not.
    function test_IdsAtTheEdgesOfEveryWidth() public {
        for (uint256 bits = 8; bits < 256; bits += 8) {
            uint256 first = 1 << bits;
            if (bits > 8) cats.mint(alice, first - 1);
            cats.mint(alice, first);
            uint256 last = bits > 8 ? first - 1 : 40;
            _offerAndTakeBack(last);
            _offerAndTakeBack(first);
        }
    }

    /// @dev Of two faulty sides the offered one is reported.
    function test_UnequalArraysOfTheOfferedSideAreToldFirst() public {
        uint256 due = escrow.fee();
        expectError(abi.encodeWithSelector(E.UnequalArrays.selector, 1, 2));
        vm.prank(alice);
        escrow.createMultiSwapOffer{value: due}(
            list(address(cats)), list(1, 2), list(address(dogs)), range(1, 3), 1 days
        );
    }

    /// @dev A new word of statuses begins with the first of its 128 offers, not with the second.
    function test_EveryOfferCanBeTakenBackAtOnce() public {
        for (uint256 number = 1; number <= 260; ++number) {
            bytes32 id = offerOne(1, 1);
            assertStatus(id, 1);
            cancel(id);
            assertStatus(id, 3);
        }
    }

    /// @dev Ids of a run are copied in their own width, so nothing of wider ones before them may stay.
    function test_NarrowIdsAfterWideOnes() public {
        address[] memory nfts = repeat(address(cats), 4);
        (nfts[2], nfts[3]) = (address(dogs), address(dogs));
        uint256[] memory ids = range(1 << 255, 4);
        (ids[2], ids[3]) = (50, 51);
        for (uint256 i; i < 2; ++i) {
            cats.mint(alice, ids[i]);
            dogs.mint(alice, ids[i + 2]);
        }
        bytes32 id = offerLists(nfts, ids, list(address(dogs)), list(1));
        cancel(id);
        for (uint256 i; i < 4; ++i) {
            assertHolds(alice, nfts[i], ids[i]);
            assertEq(escrow.custodyOf(nfts[i], ids[i]), 0, "released");
        }
    }

    /// @dev The collection names the creator as owner at once, so nothing is asked again.
    function test_CancellingOneAsksForItsOwnerOnce() public {
        bytes32 id = offerOne(1, 1);
        vm.expectCall(address(cats), abi.encodeCall(IERC721.ownerOf, (1)), 1);
        // The transfer and that question, and nothing else.
        vm.expectCall(address(cats), "", 2);
        cancel(id);
    }

    /// @dev What the escrow says comes before what the collection says of the same call.
    function test_TheEscrowSpeaksBeforeTheCollection() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        vm.recordLogs();
        cancel(first);
        _assertOrder(L.SwapCancelled.selector);
        accept(second);
        _assertOrder(L.SwapCompleted.selector);
        bytes32 expired = offerOne(1, 3);
        bytes32 abandoned = offerOne(3, 4);
        vm.getRecordedLogs();
        returnExpired(expired);
        _assertOrder(L.SwapCancelled.selector);
        abandon(abandoned);
        escrow.sendHome(abandoned);
        _assertOrder(L.SwapCancelled.selector);
        cats.mint(address(escrow), 99);
        vm.getRecordedLogs();
        vm.prank(owner);
        escrow.emergencyWithdraw(address(cats), 99);
        _assertOrder(L.EmergencyWithdrawn.selector);
    }

    function _assertOrder(bytes32 topic) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs[0].topics[0], topic, "first");
        assertEq(logs[0].emitter, address(escrow), "by the escrow");
        assertEq(logs[1].topics[0], IERC721.Transfer.selector, "then the transfer");
    }

    function _offerAndTakeBack(uint256 tokenId) private {
        bytes32 id = offerOne(address(cats), tokenId, address(dogs), 1);
        (,,, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        assertEq(ids[0], tokenId, "id");
        cancel(id);
        assertHolds(alice, address(cats), tokenId);
    }
}
