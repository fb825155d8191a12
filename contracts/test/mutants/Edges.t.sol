// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";

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
}
