// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {CoinsTest} from "./base/CoinsTest.sol";
import {vm} from "./base/Vm.sol";
import {TrickNft} from "./tokens/TrickNft.sol";

/// @notice Offers with coins that are refused, each by an error of its own.
contract CoinRefusalsTest is CoinsTest {
    function test_NeedsCoinsAndAnNft() public {
        _refuse(
            side(address(cats), 1, 1, 0),
            side(address(dogs), 1, 1, 0),
            address(0),
            abi.encodeWithSelector(E.NoCoins.selector)
        );
        _refuse(side(COINS), side(ASKED), bob, abi.encodeWithSelector(E.NoNfts.selector, COINS, ASKED));
        _refuse(side(COINS), side(0), bob, abi.encodeWithSelector(E.NoNfts.selector, COINS, 0));
    }

    function test_EachSideNeedsAThing() public {
        _refuse(side(address(cats), 1, 3, COINS), side(0), bob, abi.encodeWithSelector(E.EmptySide.selector, 3, 0));
        _refuse(side(0), side(address(dogs), 1, 2, ASKED), bob, abi.encodeWithSelector(E.EmptySide.selector, 0, 2));
    }

    function test_SumsHaveALimit() public {
        uint256 limit = type(uint96).max;
        L.Side memory b = side(address(dogs), 1, 1, limit + 1);
        bytes memory refusal = abi.encodeWithSelector(E.TooManyCoins.selector, limit + 1, limit);
        _refuse(side(COINS), b, address(0), refusal);
        b.coins = type(uint256).max;
        _refuse(side(COINS), b, address(0), abi.encodeWithSelector(E.TooManyCoins.selector, b.coins, limit));
        L.Side memory a = side(type(uint256).max);
        b.coins = 1;
        expectError(abi.encodeWithSelector(E.TooManyCoins.selector, a.coins, limit));
        vm.prank(alice);
        escrow.createSwapOfferWithCoins{value: FEE}(a, b, DAY, address(0));
    }

    function test_ShapeAsWithoutCoins() public {
        L.Side memory a = side(address(cats), 1, 2, COINS);
        L.Side memory b = side(ASKED);
        a.tokenIds = list(1);
        _refuse(a, b, bob, abi.encodeWithSelector(E.UnequalArrays.selector, 2, 1));
        _refuse(side(COINS), _ids(b, list(1)), bob, abi.encodeWithSelector(E.NoNfts.selector, COINS, ASKED));
        _refuse(
            side(address(cats), 1, 1, 0), _ids(b, list(1)), bob, abi.encodeWithSelector(E.UnequalArrays.selector, 0, 1)
        );
        b = side(ASKED);
        _refuse(side(address(cats), 1, 21, 0), b, bob, abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20));
        _refuse(b, side(address(dogs), 1, 21, 0), bob, abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20));
        a = side(address(cats), 1, 2, COINS);
        a.tokenIds[1] = 1;
        _refuse(a, b, bob, abi.encodeWithSelector(E.DuplicateNft.selector, cats, 1));
        a = side(address(cats), 1, 1, 1);
        _refuse(a, a, bob, abi.encodeWithSelector(E.NftOnBothSides.selector, cats, 1));
        _refuse(side(bob, 1, 1, 0), b, bob, abi.encodeWithSelector(E.NotErc721.selector, bob));
        _refuse(side(COINS), side(bob, 1, 1, 0), bob, abi.encodeWithSelector(E.NotErc721.selector, bob));
        expectError(abi.encodeWithSelector(E.DurationOutOfRange.selector, 0, 30 days));
        vm.prank(alice);
        escrow.createSwapOfferWithCoins{value: FEE + 1}(a, b, 0, bob);
    }

    function test_TheRecipientHasToFit() public {
        L.Side memory a = side(address(cats), 1, 1, 0);
        L.Side memory b = side(ASKED);
        _refuse(a, b, address(0), abi.encodeWithSelector(E.RecipientMissing.selector));
        _refuse(a, b, alice, abi.encodeWithSelector(E.RecipientIsCreator.selector, alice));
        _refuse(a, b, address(escrow), abi.encodeWithSelector(E.RecipientIsEscrow.selector, escrow));
        _refuse(a, b, address(cats), abi.encodeWithSelector(E.RecipientIsCollection.selector, cats));
        b = side(address(dogs), 1, 1, ASKED);
        _refuse(a, b, stranger, abi.encodeWithSelector(E.RecipientDiffers.selector, stranger, bob));
        dogs.mint(address(dogs), 90);
        b = side(address(dogs), 90, 1, ASKED);
        _refuse(a, b, address(0), abi.encodeWithSelector(E.RequestedFromCollection.selector, dogs));
        dogs.mint(address(cats), 91);
        b = side(address(dogs), 91, 1, ASKED);
        _refuse(a, b, address(0), abi.encodeWithSelector(E.RequestedFromCollection.selector, cats));
        _refuse(
            side(1),
            side(address(dogs), 90, 1, 0),
            address(0),
            abi.encodeWithSelector(E.RequestedFromCollection.selector, dogs)
        );
        b = side(address(cats), 5, 1, ASKED);
        _refuse(a, b, address(0), abi.encodeWithSelector(E.RequestedFromYourself.selector, cats, 5));
    }

    function test_TheValueIsExact() public {
        L.Side memory a = side(address(cats), 1, 1, COINS);
        L.Side memory b = side(address(dogs), 1, 1, ASKED);
        uint256[5] memory wrong = [uint256(0), FEE, COINS, FEE + COINS - 1, FEE + COINS + 1];
        for (uint256 i; i < 5; ++i) {
            expectError(abi.encodeWithSelector(E.WrongValue.selector, wrong[i], FEE + COINS));
            vm.prank(alice);
            escrow.createSwapOfferWithCoins{value: wrong[i]}(a, b, DAY, address(0));
        }
        bytes32 id = offer(a, b, address(0));
        wrong = [uint256(0), FEE, ASKED, FEE + ASKED - 1, FEE + ASKED + 1];
        for (uint256 i; i < 5; ++i) {
            expectError(abi.encodeWithSelector(E.WrongValue.selector, wrong[i], FEE + ASKED));
            vm.prank(bob);
            escrow.acceptSwapOffer{value: wrong[i]}(id);
        }
        assertCoins(COINS, FEE);
        expectError();
        escrow.cancelSwapOffer(id);
    }

    function test_AcceptingAsWithoutCoins() public {
        bytes32 id = sell();
        expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, stranger, bob));
        vm.prank(stranger);
        escrow.acceptSwapOffer{value: FEE + ASKED}(id);
        expectError(abi.encodeWithSelector(E.NotCreator.selector, id, bob, alice));
        vm.prank(bob);
        escrow.cancelSwapOffer(id);
        vm.warp(START + DAY + 1);
        expectError(abi.encodeWithSelector(E.OfferExpired.selector, id, START + DAY, START + DAY + 1));
        acceptFor(id, ASKED);
        vm.warp(START + DAY);
        acceptFor(id, ASKED);
        expectError(abi.encodeWithSelector(E.OfferClosed.selector, id, 2));
        acceptFor(id, ASKED);
    }

    function test_PausedMeansPaused() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        _refuse(side(COINS), side(address(dogs), 1, 1, 0), bob, abi.encodeWithSelector(E.CreationPaused.selector));
    }

    function test_WhatAnotherOfferHoldsIsRefused() public {
        TrickNft tricks = new TrickNft();
        approveAll(address(tricks));
        tricks.mint(alice, 1);
        bytes32 id = offer(side(address(tricks), 1, 1, 0), side(ASKED), bob);
        tricks.seize(1, alice);
        _refuse(
            side(address(tricks), 1, 1, 0),
            side(ASKED),
            bob,
            abi.encodeWithSelector(E.HeldByOffer.selector, tricks, 1, id)
        );
    }

    function _ids(L.Side memory given, uint256[] memory ids) private pure returns (L.Side memory) {
        return L.Side(given.nftContracts, ids, given.coins);
    }

    function expectError() private {
        vm.expectRevert();
    }

    function _refuse(L.Side memory a, L.Side memory b, address recipient, bytes memory refusal) private {
        expectError(refusal);
        offer(a, b, recipient);
    }
}
