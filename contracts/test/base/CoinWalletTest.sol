// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {CoinWallet} from "../wallets/CoinWallet.sol";
import {CoinsTest} from "./CoinsTest.sol";
import {vm} from "./Vm.sol";

/// @notice A contract wallet that may refuse its coins makes offers to Bob, or is asked by Alice.
abstract contract CoinWalletTest is CoinsTest {
    CoinWallet internal wallet;

    function setUp() public virtual override {
        super.setUp();
        wallet = new CoinWallet();
        vm.deal(address(wallet), 100 ether);
        for (uint256 id = 60; id < 70; ++id) {
            cats.mint(address(wallet), id);
        }
        wallet.run(address(cats), abi.encodeCall(cats.setApprovalForAll, (address(escrow), true)));
    }

    function _walletSells(uint256 catId) internal returns (bytes32) {
        return _walletCreates(side(address(cats), catId, 1, 0), side(ASKED));
    }

    function _walletOffers(uint256 catId) internal returns (bytes32) {
        return _walletCreates(side(address(cats), catId, 1, COINS), side(ASKED));
    }

    function _walletCreates(L.Side memory a, L.Side memory b) internal returns (bytes32) {
        vm.prank(address(wallet));
        return escrow.createSwapOfferWithCoins{value: due + a.coins}(a, b, DAY, bob);
    }

    function _take(address to) internal {
        vm.prank(address(wallet));
        escrow.takeOwedCoins(to);
    }

    function _takeAll(uint256 amount) internal {
        uint256 fees = address(escrow).balance - amount;
        assertEq(escrow.coinsOwed(address(wallet)), amount, "owed");
        _take(address(0xbeef));
        assertEq(address(0xbeef).balance, amount, "paid");
        assertCoins(0, fees);
    }
}
