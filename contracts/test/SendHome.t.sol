// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";
import {Trick, TrickNft} from "./tokens/TrickNft.sol";

/// @notice Abandoned offers: anyone sends them home, 30 days after they expired.
contract SendHomeTest is EscrowTest {
    function test_AnyoneSendsItHomeForFree() public {
        bytes32 id = offerMany(3);
        abandon(id);
        vm.expectEmit(address(escrow));
        emit L.SwapCancelled(id, stranger);
        _sendHome(id);
        assertStatus(id, 3);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(alice, address(cats), i);
            assertEq(escrow.custodyOf(address(cats), i), 0, "released");
        }
        assertEq(address(escrow).balance, FEE, "only the creation's");
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        _sendHome(id);
    }

    function test_NotBeforeThirtyDaysAreOver() public {
        bytes32 id = offerOne(1, 1);
        uint256 openFrom = START + DAY + 30 days;
        uint256[3] memory early = [START, START + DAY + 1, openFrom - 1];
        for (uint256 i; i < 3; ++i) {
            vm.warp(early[i]);
            expectError(abi.encodeWithSelector(E.TooEarlyToSendHome.selector, id, openFrom, early[i]));
            _sendHome(id);
        }
        vm.warp(openFrom);
        _sendHome(id);
        assertHolds(alice, address(cats), 1);
    }

    function test_RefusesUnknownCompletedAndCancelled() public {
        expectError(abi.encodeWithSelector(E.UnknownOffer.selector, bytes32(uint256(9))));
        _sendHome(bytes32(uint256(9)));
        bytes32 completed = offerOne(1, 1);
        bytes32 cancelled = offerOne(2, 2);
        accept(completed);
        cancel(cancelled);
        abandon(completed);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, completed, 2));
        _sendHome(completed);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, cancelled, 3));
        _sendHome(cancelled);
    }

    function test_WhatStaysCanBeClaimed() public {
        TrickNft tricks = new TrickNft();
        approveAll(address(tricks));
        tricks.mint(alice, 1);
        tricks.mint(alice, 2);
        bytes32 id = offerLists(repeat(address(tricks), 2), range(1, 2), list(address(dogs)), list(1));
        tricks.setTrick(2, Trick.Refuse);
        abandon(id);
        vm.expectEmit(address(escrow));
        emit L.ReturnFailed(id, address(tricks), 2);
        _sendHome(id);
        assertHolds(alice, address(tricks), 1);
        tricks.setTrick(2, Trick.Honest);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 2);
    }

    function _sendHome(bytes32 id) private {
        vm.prank(stranger);
        escrow.sendHome(id);
    }
}
