// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {vm} from "./Vm.sol";

/// @notice Offers with coins, by Alice unless said otherwise.
abstract contract CoinsTest is EscrowTest {
    uint256 internal constant COINS = 3 ether;
    uint256 internal constant ASKED = 2 ether;

    function side(uint256 coins) internal pure returns (L.Side memory made) {
        made.coins = coins;
    }

    function side(address nft, uint256 first, uint256 count, uint256 coins) internal pure returns (L.Side memory) {
        return L.Side(repeat(nft, count), range(first, count), coins);
    }

    function side(address[] memory nfts, uint256[] memory ids, uint256 coins) internal pure returns (L.Side memory) {
        return L.Side(nfts, ids, coins);
    }

    function offer(L.Side memory a, L.Side memory b, address recipient) internal returns (bytes32) {
        vm.prank(alice);
        return escrow.createSwapOfferWithCoins{value: due + a.coins}(a, b, DAY, recipient);
    }

    /// @notice Cat 1 and coins for dog 1 and coins.
    function offerBoth() internal returns (bytes32) {
        return offer(side(address(cats), 1, 1, COINS), side(address(dogs), 1, 1, ASKED), address(0));
    }

    /// @notice Cat 2 for coins, Bob's to accept.
    function sell() internal returns (bytes32) {
        return offer(side(address(cats), 2, 1, 0), side(ASKED), bob);
    }

    /// @notice Coins for dog 3.
    function buy() internal returns (bytes32) {
        return offer(side(COINS), side(address(dogs), 3, 1, 0), address(0));
    }

    function acceptFor(bytes32 offerId, uint256 coins) internal {
        vm.prank(bob);
        escrow.acceptSwapOffer{value: due + coins}(offerId);
    }

    function assertCoins(uint256 locked, uint256 fees) internal view {
        assertEq(escrow.lockedCoins(), locked, "locked");
        assertEq(address(escrow).balance, locked + fees, "balance");
    }
}
