// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {CoinsTest} from "../base/CoinsTest.sol";
import {vm} from "../base/Vm.sol";

/// @title With several faults, the error is that of the first check. Each test fixes it and expects the next.
contract FaultsTest is CoinsTest {
    uint256 private constant LONG = 31 days;

    function test_CreatingWithoutCoins() public {
        address[] memory none;
        address[] memory many = repeat(alice, 21);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        _refuses(abi.encodeWithSelector(E.CreationPaused.selector), 0, none, list(1), many, list(1, 1), LONG);
        vm.prank(owner);
        escrow.setCreationPaused(false);
        _refuses(abi.encodeWithSelector(E.WrongValue.selector, 0, FEE), 0, none, list(1), many, list(1, 1), LONG);
        _refuses(abi.encodeWithSelector(E.EmptySide.selector, 0, 21), FEE, none, list(1), many, list(1, 1), LONG);
        _refuses(abi.encodeWithSelector(E.UnequalArrays.selector, 21, 1), FEE, many, list(1), many, list(1, 1), LONG);
        _refuses(
            abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20), FEE, many, range(1, 21), many, list(1, 1), LONG
        );
        _refuses(
            abi.encodeWithSelector(E.UnequalArrays.selector, 21, 2),
            FEE,
            list(alice, alice),
            list(1, 1),
            many,
            list(1, 1),
            LONG
        );
        _refuses(
            abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20),
            FEE,
            list(alice, alice),
            list(1, 1),
            many,
            range(1, 21),
            LONG
        );
        _refuses(
            abi.encodeWithSelector(E.DurationOutOfRange.selector, LONG, 30 days),
            FEE,
            list(alice, alice),
            list(1, 1),
            list(alice),
            list(1),
            LONG
        );
        _refuses(
            abi.encodeWithSelector(E.DuplicateNft.selector, alice, 1),
            FEE,
            list(alice, alice),
            list(1, 1),
            list(alice),
            list(1),
            DAY
        );
        _refuses(
            abi.encodeWithSelector(E.NftOnBothSides.selector, alice, 1),
            FEE,
            list(alice, alice),
            list(1, 2),
            list3(alice, bob, bob),
            range(1, 3),
            DAY
        );
        _refuses(
            abi.encodeWithSelector(E.NotErc721.selector, alice),
            FEE,
            list(address(cats), alice),
            list(99, 2),
            list(bob, address(dogs)),
            range(1, 2),
            DAY
        );
        _refuses(
            abi.encodeWithSelector(E.NotErc721.selector, bob),
            FEE,
            list(address(cats), address(cats)),
            list(99, 2),
            list(address(dogs), bob),
            list(99, 2),
            DAY
        );
        _refuses(
            abi.encodeWithSelector(E.RequestedNftUnowned.selector, address(dogs), 99),
            FEE,
            list(address(cats), address(cats)),
            list(99, 2),
            list(address(dogs), address(cats)),
            list(99, 3),
            DAY
        );
    }

    function test_CreatingWithCoins() public {
        L.Side memory a;
        L.Side memory b;
        vm.prank(owner);
        escrow.setCreationPaused(true);
        (a.tokenIds, b.tokenIds) = (list(1), list(1, 1));
        _refusesCoins(abi.encodeWithSelector(E.NoCoins.selector), 0, a, b, LONG, alice);
        b.coins = 1 << 96;
        _refusesCoins(abi.encodeWithSelector(E.TooManyCoins.selector, 1 << 96, (1 << 96) - 1), 0, a, b, LONG, alice);
        (a.coins, b.coins) = (1, 0);
        _refusesCoins(abi.encodeWithSelector(E.CreationPaused.selector), 0, a, b, LONG, alice);
        vm.prank(owner);
        escrow.setCreationPaused(false);
        _refusesCoins(abi.encodeWithSelector(E.WrongValue.selector, 0, FEE + 1), 0, a, b, LONG, alice);
        _refusesCoins(abi.encodeWithSelector(E.NoNfts.selector, 1, 0), FEE + 1, a, b, LONG, alice);
        a.nftContracts = repeat(alice, 21);
        _refusesCoins(abi.encodeWithSelector(E.EmptySide.selector, 21, 0), FEE + 1, a, b, LONG, alice);
        b.nftContracts = repeat(alice, 21);
        _refusesCoins(abi.encodeWithSelector(E.UnequalArrays.selector, 21, 1), FEE + 1, a, b, LONG, alice);
        a.tokenIds = range(1, 21);
        _refusesCoins(abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20), FEE + 1, a, b, LONG, alice);
        (a.nftContracts, a.tokenIds) = (list(alice, alice), list(1, 1));
        _refusesCoins(abi.encodeWithSelector(E.UnequalArrays.selector, 21, 2), FEE + 1, a, b, LONG, alice);
        b.tokenIds = range(1, 21);
        _refusesCoins(abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20), FEE + 1, a, b, LONG, alice);
        (b.nftContracts, b.tokenIds) = (list(alice), list(1));
        _refusesCoins(abi.encodeWithSelector(E.DurationOutOfRange.selector, LONG, 30 days), FEE + 1, a, b, LONG, alice);
        _refusesCoins(abi.encodeWithSelector(E.DuplicateNft.selector, alice, 1), FEE + 1, a, b, DAY, alice);
        a.tokenIds = list(1, 2);
        _refusesCoins(abi.encodeWithSelector(E.NftOnBothSides.selector, alice, 1), FEE + 1, a, b, DAY, alice);
        b.nftContracts = list(bob);
        _refusesCoins(abi.encodeWithSelector(E.NotErc721.selector, alice), FEE + 1, a, b, DAY, alice);
        (a.nftContracts, a.tokenIds) = (list(address(cats)), list(99));
        _refusesCoins(abi.encodeWithSelector(E.NotErc721.selector, bob), FEE + 1, a, b, DAY, alice);
        (b.nftContracts, b.tokenIds) = (list(address(dogs)), list(99));
        _refusesCoins(
            abi.encodeWithSelector(E.RequestedNftUnowned.selector, address(dogs), 99), FEE + 1, a, b, DAY, alice
        );
        dogs.mint(address(cats), 99);
        _refusesCoins(
            abi.encodeWithSelector(E.RecipientDiffers.selector, alice, address(cats)), FEE + 1, a, b, DAY, alice
        );
        _refusesCoins(
            abi.encodeWithSelector(E.RequestedFromCollection.selector, address(cats)), FEE + 1, a, b, DAY, address(cats)
        );
    }

    /// @dev A side without NFTs has no holder, so the creator names the recipient. Collections are checked first.
    function test_NamingARecipient() public {
        L.Side memory a = L.Side(list(alice), list(1), 0);
        _refusesCoins(abi.encodeWithSelector(E.NotErc721.selector, alice), FEE, a, side(1), DAY, address(0));
        a = L.Side(list(address(cats)), list(99), 0);
        _refusesCoins(abi.encodeWithSelector(E.RecipientMissing.selector), FEE, a, side(1), DAY, address(0));
        _refusesCoins(abi.encodeWithSelector(E.RecipientIsCreator.selector, alice), FEE, a, side(1), DAY, alice);
        _refusesCoins(
            abi.encodeWithSelector(E.RecipientIsEscrow.selector, address(escrow)), FEE, a, side(1), DAY, address(escrow)
        );
        _refusesCoins(
            abi.encodeWithSelector(E.RecipientIsCollection.selector, address(cats)), FEE, a, side(1), DAY, address(cats)
        );
    }

    function test_Accepting() public {
        bytes32 id = offerOne(1, 1);
        vm.warp(START + 2 * DAY);
        bytes32 unknown = bytes32(uint256(id) ^ (1 << 255));
        bytes memory call = abi.encodeCall(escrow.acceptSwapOffer, (id));
        _refused(
            stranger,
            0,
            abi.encodeCall(escrow.acceptSwapOffer, (unknown)),
            abi.encodeWithSelector(E.UnknownOffer.selector, unknown)
        );
        _refused(stranger, 0, call, abi.encodeWithSelector(E.WrongValue.selector, 0, FEE));
        _refused(stranger, FEE, call, abi.encodeWithSelector(E.NotRecipient.selector, id, stranger, bob));
        _refused(bob, FEE, call, abi.encodeWithSelector(E.OfferExpired.selector, id, START + DAY, START + 2 * DAY));
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(id);
        _refused(stranger, 0, call, abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
    }

    function test_AcceptingCoins() public {
        bytes32 id = offerBoth();
        vm.warp(START + 2 * DAY);
        bytes memory call = abi.encodeCall(escrow.acceptSwapOffer, (id));
        _refused(stranger, FEE, call, abi.encodeWithSelector(E.WrongValue.selector, FEE, FEE + ASKED));
        _refused(stranger, FEE + ASKED, call, abi.encodeWithSelector(E.NotRecipient.selector, id, stranger, bob));
        _refused(
            bob, FEE + ASKED, call, abi.encodeWithSelector(E.OfferExpired.selector, id, START + DAY, START + 2 * DAY)
        );
    }

    function test_Leaving() public {
        bytes32 id = offerOne(1, 1);
        bytes32 unknown = bytes32(uint256(id) ^ (1 << 255));
        bytes memory expired = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        _refused(
            stranger,
            0,
            abi.encodeCall(escrow.cancelExpiredOffer, (unknown)),
            abi.encodeWithSelector(E.WrongValue.selector, 0, FEE)
        );
        _refused(
            stranger,
            FEE,
            abi.encodeCall(escrow.cancelExpiredOffer, (unknown)),
            abi.encodeWithSelector(E.UnknownOffer.selector, unknown)
        );
        _refused(stranger, FEE, expired, abi.encodeWithSelector(E.NotParty.selector, id, stranger));
        _refused(bob, FEE, expired, abi.encodeWithSelector(E.OfferNotExpired.selector, id, START + DAY, START));
        vm.warp(START + 2 * DAY);
        bytes memory call = abi.encodeCall(escrow.cancelSwapOffer, (id));
        _refused(stranger, 0, call, abi.encodeWithSelector(E.NotCreator.selector, id, stranger, alice));
        _refused(alice, 0, call, abi.encodeWithSelector(E.OfferExpired.selector, id, START + DAY, START + 2 * DAY));
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: FEE}(id);
        _refused(stranger, 0, call, abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        _refused(stranger, FEE, expired, abi.encodeWithSelector(E.OfferClosed.selector, id, 3));
        _refused(
            stranger, 0, abi.encodeCall(escrow.sendHome, (id)), abi.encodeWithSelector(E.OfferClosed.selector, id, 3)
        );
    }

    function test_Deploying() public {
        uint256 tooMuch = 1 << 96;
        vm.expectRevert(abi.encodeWithSelector(E.ZeroOwner.selector));
        this.deploy(address(0), tooMuch + 1, tooMuch);
        vm.expectRevert(abi.encodeWithSelector(E.MaxFeeTooLarge.selector, tooMuch, tooMuch - 1));
        this.deploy(owner, tooMuch + 1, tooMuch);
        vm.expectRevert(abi.encodeWithSelector(E.FeeAboveMax.selector, 2, 1));
        this.deploy(owner, 2, 1);
    }

    function deploy(address firstOwner, uint256 feeWei, uint256 maxFeeWei) external {
        deployEscrow(firstOwner, feeWei, maxFeeWei);
    }

    function _refuses(
        bytes memory expected,
        uint256 value,
        address[] memory nftsA,
        uint256[] memory idsA,
        address[] memory nftsB,
        uint256[] memory idsB,
        uint256 duration
    ) private {
        bytes memory call = abi.encodeCall(escrow.createMultiSwapOffer, (nftsA, idsA, nftsB, idsB, duration));
        _refused(alice, value, call, expected);
    }

    function _refusesCoins(
        bytes memory expected,
        uint256 value,
        L.Side memory a,
        L.Side memory b,
        uint256 duration,
        address recipient
    ) private {
        _refused(alice, value, abi.encodeCall(escrow.createSwapOfferWithCoins, (a, b, duration, recipient)), expected);
    }

    function _refused(address caller, uint256 value, bytes memory call, bytes memory expected) private {
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(escrow).call{value: value}(call);
        assertTrue(!ok, "refused");
        if (keccak256(answer) != keccak256(expected)) revert AnotherError(answer, expected);
    }

    error AnotherError(bytes answer, bytes expected);
}
