// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {Terms, termsOf} from "../base/termsOf.sol";
import {vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";

/// @notice Random sides of random collections through every way an offer can end.
contract SwapsFuzzTest is EscrowTest {
    struct Side {
        address[] nfts;
        uint256[] ids;
    }

    PlainNft[4] private collections;

    function setUp() public override {
        super.setUp();
        for (uint256 i; i < 4; ++i) {
            collections[i] = new PlainNft();
            approveAll(address(collections[i]));
        }
    }

    function testFuzz_EndsAsItSays(uint256 seed, uint256 sizeA, uint256 sizeB, uint256 duration, uint256 waits) public {
        Side memory offered = _side(seed, alice, bound(sizeA, 1, 20), 0);
        Side memory requested = _side(~seed, bob, bound(sizeB, 1, 20), 1);
        duration = bound(duration, 1, 30 days);
        vm.prank(alice);
        bytes32 id =
            escrow.createMultiSwapOffer{value: FEE}(offered.nfts, offered.ids, requested.nfts, requested.ids, duration);
        _assertAll(offered, address(escrow));
        _assertAll(requested, bob);
        _assertDetails(id, offered, requested, true);
        vm.warp(START + bound(waits, 0, 40 days));
        if (block.timestamp > START + duration) _end(id, offered, requested, true, seed % 3);
        else _end(id, offered, requested, false, seed % 3);
        _assertDetails(id, offered, requested, false);
        for (uint256 i; i < offered.ids.length; ++i) {
            assertEq(escrow.custodyOf(offered.nfts[i], offered.ids[i]), 0, "custody");
        }
    }

    function testFuzz_ValueMustBeTheFee(uint256 feeWei, uint256 sent) public {
        feeWei = bound(feeWei, 0, MAX_FEE);
        vm.prank(owner);
        escrow.updateFee(feeWei);
        sent = bound(sent, 0, 2 * MAX_FEE);
        if (sent == feeWei) ++sent;
        expectError(abi.encodeWithSelector(E.WrongValue.selector, sent, feeWei));
        due = sent;
        offerOne(1, 1);
    }

    function testFuzz_NobodySendsItHomeASecondEarly(uint256 moment) public {
        bytes32 id = offerOne(1, 1);
        uint256 openFrom = START + DAY + 30 days;
        moment = bound(moment, openFrom - 3, openFrom + 3);
        vm.warp(moment);
        (bool sent,) = address(escrow).call(abi.encodeCall(escrow.sendHome, (id)));
        assertTrue(sent == (moment >= openFrom), "to the second");
        assertHolds(sent ? alice : address(escrow), address(cats), 1);
    }

    function testFuzz_NoOfferFollowsTheLastNumber(uint256 created) public {
        created = bound(created, type(uint32).max - 3, type(uint32).max);
        bytes32 settings = bytes32(uint256(2));
        vm.store(address(escrow), settings, bytes32((created << 96) | FEE));
        vm.prank(alice);
        (bool made,) = address(escrow).call{value: FEE}(
            abi.encodeCall(escrow.createSwapOffer, (address(cats), 1, address(dogs), 1, DAY))
        );
        assertTrue(made == (created < type(uint32).max), "until the last");
    }

    function _end(bytes32 id, Side memory offered, Side memory requested, bool expired, uint256 way) private {
        if (expired) {
            vm.prank(way == 0 ? alice : bob);
            escrow.cancelExpiredOffer{value: FEE}(id);
        } else if (way == 0) {
            cancel(id);
        } else {
            accept(id);
            _assertAll(offered, bob);
            _assertAll(requested, alice);
            assertStatus(id, 2);
            return;
        }
        assertStatus(id, 3);
        _assertAll(offered, alice);
        _assertAll(requested, bob);
    }

    /// @dev Ids that no other side has: the lowest bit is `parity`, the next five the place.
    function _side(uint256 seed, address holder, uint256 count, uint256 parity) private returns (Side memory side) {
        side.nfts = new address[](count);
        side.ids = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            PlainNft nft = i != 0 && dice & 1 == 0 ? PlainNft(side.nfts[i - 1]) : collections[(dice >> 1) % 4];
            uint256 id = ((dice >> 8) >> (dice >> 248) << 6) | (i << 1) | parity;
            nft.mint(holder, id);
            (side.nfts[i], side.ids[i]) = (address(nft), id);
        }
    }

    function _assertAll(Side memory side, address holder) private view {
        for (uint256 i; i < side.ids.length; ++i) {
            assertHolds(holder, side.nfts[i], side.ids[i]);
        }
    }

    function _assertDetails(bytes32 id, Side memory offered, Side memory requested, bool active) private view {
        Terms memory terms = termsOf(escrow, id);
        (,,,,,,, bool isActive) = escrow.getOfferDetails(id);
        assertEq(terms.recipient, bob, "recipient");
        assertTrue(isActive == active, "active");
        assertEq(
            keccak256(abi.encode(terms.nftsA, terms.idsA, terms.nftsB, terms.idsB)),
            keccak256(abi.encode(offered.nfts, offered.ids, requested.nfts, requested.ids)),
            "lists"
        );
    }
}
