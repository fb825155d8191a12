// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TrickNft} from "../tokens/TrickNft.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {vm} from "./Vm.sol";

/// @notice Alice and Bob also hold NFTs of a collection that can be told to misbehave: Alice 1 to 20, Bob 101 to 120.
abstract contract TricksTest is EscrowTest {
    TrickNft internal tricks;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 id = 1; id <= 20; ++id) {
            tricks.mint(alice, id);
            tricks.mint(bob, 100 + id);
        }
    }

    function _offerTricks(uint256 count) internal returns (bytes32) {
        return offerLists(repeat(address(tricks), count), range(1, count), list(address(dogs)), list(1));
    }

    function _cancelAndExpectStuck(bytes32 id, uint256 tokenId) internal {
        cancel(id);
        assertStatus(id, 3);
        assertHolds(address(escrow), address(tricks), tokenId);
        assertEq(escrow.custodyOf(address(tricks), tokenId), id, "held");
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, tokenId, id));
        vm.prank(owner);
        escrow.emergencyWithdraw(address(tricks), tokenId);
    }
}
