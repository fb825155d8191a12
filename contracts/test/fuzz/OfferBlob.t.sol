// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OfferBlob} from "../../src/OfferBlob.sol";
import {Assertions} from "../base/Assertions.sol";
import {vm} from "../base/Vm.sol";

/// @notice Whatever lists go in come out again, in order, and nothing else.
contract OfferBlobTest is Assertions {
    using OfferBlob for bytes;

    struct Lists {
        address[] offeredNfts;
        uint256[] offeredIds;
        address[] requestedNfts;
        uint256[] requestedIds;
    }

    address private constant CREATOR = address(0x0123456789012345678901234567890123456789);
    uint256 private constant EXPIRES_AT = 2 ** 33 - 2;

    function encode(Lists calldata lists, address recipient) external pure returns (bytes memory blob) {
        blob = OfferBlob.encode(lists.offeredNfts, lists.offeredIds, lists.requestedNfts, lists.requestedIds, 0);
        blob.seal(OfferBlob.behind(blob.requestedSide()), CREATOR, recipient, EXPIRES_AT);
    }

    function testFuzz_RoundTrip(uint256 seed, uint256 offered, uint256 requested, address recipient) public {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = _side(seed, bound(offered, 1, 20));
        (lists.requestedNfts, lists.requestedIds) = _side(~seed, bound(requested, 1, 20));
        bytes memory blob = this.encode(lists, recipient);
        assertEq(blob.creatorOf(), CREATOR, "creator");
        assertEq(blob.recipientOf(), recipient, "recipient");
        assertEq(blob.expiresAtOf(), EXPIRES_AT, "expiry");
        assertEq(blob.coinsKind(), OfferBlob.NO_COINS, "no coins");
        _assertSide(blob.offeredSideOrNone(), lists.offeredNfts, lists.offeredIds);
        _assertSide(blob.requestedSideOrNone(), lists.requestedNfts, lists.requestedIds);
        _assertMark(blob, lists);
        _assertLoaded(blob, recipient, lists);
    }

    function encodeWithCoins(Lists calldata lists, uint256 kind, uint256 offered, uint256 requested)
        external
        pure
        returns (bytes memory blob)
    {
        blob = OfferBlob.encode(
            lists.offeredNfts, lists.offeredIds, lists.requestedNfts, lists.requestedIds, OfferBlob.COINS_BYTES
        );
        blob.sealWithCoins(kind, offered, requested, CREATOR, address(1), EXPIRES_AT);
    }

    function testFuzz_RoundTripWithCoins(uint256 seed, uint256 kind, uint256 size, uint96 offered, uint96 requested)
        public
    {
        kind = bound(kind, OfferBlob.BOTH_SIDES, OfferBlob.REQUESTED_ONLY);
        Lists memory lists;
        if (kind != OfferBlob.REQUESTED_ONLY) {
            (lists.offeredNfts, lists.offeredIds) = _side(seed, bound(size, 1, 20));
        }
        if (kind != OfferBlob.OFFERED_ONLY) {
            (lists.requestedNfts, lists.requestedIds) = _side(~seed, bound(size >> 8, 1, 20));
        }
        bytes memory blob = this.encodeWithCoins(lists, kind, offered, requested);
        assertTrue(blob.isShort() == (blob.length <= 170), "short");
        address place = address(uint160(uint256(keccak256(blob))));
        vm.etch(place, abi.encodePacked(bytes1(0), blob));
        bytes memory loaded = blob.isShort() ? OfferBlob.loadShort(place) : OfferBlob.loadLong(place);
        assertEq(loaded.coinsKind(), kind, "kind");
        (uint256 readOffered, uint256 readRequested) = loaded.coins();
        assertEq(readOffered, offered, "offered coins");
        assertEq(readRequested, requested, "requested coins");
        assertEq(loaded.expiresAtOf(), EXPIRES_AT, "expiry");
        assertTrue((loaded.offeredSideOrNone() == 0) == (lists.offeredIds.length == 0), "none");
        assertTrue((loaded.requestedSideOrNone() == 0) == (lists.requestedIds.length == 0), "none");
        _assertSide(loaded.offeredSideOrNone(), lists.offeredNfts, lists.offeredIds);
        _assertSide(loaded.requestedSideOrNone(), lists.requestedNfts, lists.requestedIds);
        (uint256 marked,,) = loaded.markedOffered();
        assertLe(marked, OfferBlob.REQUESTED_ONLY, "never marked");
    }

    function test_OneSmallIdEachTakes91Bytes() public view {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = (new address[](1), new uint256[](1));
        (lists.requestedNfts, lists.requestedIds) = (new address[](1), new uint256[](1));
        lists.offeredIds[0] = 255;
        assertEq(this.encode(lists, address(1)).length, 45 + 23 + 23, "bytes");
    }

    function test_EveryWidth() public view {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = (new address[](1), new uint256[](1));
        (lists.requestedNfts, lists.requestedIds) = (new address[](1), new uint256[](1));
        for (uint256 width = 1; width <= 32; ++width) {
            lists.offeredIds[0] = 1 << (8 * width - 1);
            lists.requestedIds[0] = 1 << (8 * (width - 1));
            bytes memory blob = this.encode(lists, address(1));
            assertEq(blob.length, 45 + 2 * (22 + width), "bytes");
            _assertSide(blob.offeredSideOrNone(), lists.offeredNfts, lists.offeredIds);
            _assertSide(blob.requestedSideOrNone(), lists.requestedNfts, lists.requestedIds);
            _assertMark(blob, lists);
            (uint256 marked,,) = blob.markedOffered();
            assertTrue(marked != 0, "one for one is marked at every width");
        }
    }

    /// @dev A single NFT is marked up to the largest distance from the requested side that fits the mark.
    function test_OneIsMarkedAsFarAsTheMarkReaches() public {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = _same(1, 1);
        for (uint256 requested = 1; requested <= 20; ++requested) {
            (lists.requestedNfts, lists.requestedIds) = _same(requested, 4);
            bytes memory blob = this.encode(lists, address(1));
            (uint256 marked,,) = blob.markedOffered();
            uint256 distance = 22 + 4 * requested;
            assertEq(marked, distance <= 63 ? distance : 0, "marked");
            assertTrue(blob.isShort() == (45 + distance + 23 <= 170), "short");
            _assertMark(blob, lists);
            _assertLoaded(blob, address(1), lists);
        }
    }

    /// @dev The longest that is read in one step, and the first that is not.
    function test_ShortEndsAt170Bytes() public {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = _same(20, 2);
        (lists.requestedNfts, lists.requestedIds) = _same(20, 2);
        bytes memory longest = this.encode(lists, address(1));
        assertEq(longest.length, 169, "bytes");
        assertTrue(longest.isShort(), "twenty neighbours for twenty");
        (lists.offeredNfts, lists.offeredIds) = _same(19, 3);
        (lists.requestedNfts, lists.requestedIds) = _same(12, 2);
        bytes memory exact = this.encode(lists, address(1));
        assertEq(exact.length, 170, "bytes");
        assertTrue(exact.isShort(), "170");
        (lists.offeredNfts, lists.offeredIds) = _same(16, 3);
        (lists.requestedNfts, lists.requestedIds) = _same(17, 2);
        bytes memory over = this.encode(lists, address(1));
        assertEq(over.length, 171, "bytes");
        assertTrue(!over.isShort(), "171");
        _assertLoaded(over, address(1), lists);
    }

    function testFuzz_BitOfFindsEachPlaceAndNothingElse(uint256 seed, uint256 size, uint256 other) public view {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = _side(seed, bound(size, 1, 20));
        (lists.requestedNfts, lists.requestedIds) = _side(seed ^ 1, 1);
        for (uint256 i; i < lists.offeredIds.length; ++i) {
            lists.offeredIds[i] = (lists.offeredIds[i] << 5) | i;
        }
        bytes memory blob = this.encode(lists, address(1));
        for (uint256 i; i < lists.offeredIds.length; ++i) {
            uint256 bit = OfferBlob.bitOf(blob.offeredSideOrNone(), lists.offeredNfts[i], lists.offeredIds[i]);
            assertEq(bit, 1 << i, "bit");
        }
        assertEq(OfferBlob.bitOf(blob.offeredSideOrNone(), lists.offeredNfts[0], (other << 5) | 31), 0, "absent");
        assertEq(OfferBlob.bitOf(blob.offeredSideOrNone(), address(0xdead), lists.offeredIds[0]), 0, "absent");
    }

    /// @dev Up to three collections in stretches of random length, ids of random width.
    function _side(uint256 seed, uint256 count) private pure returns (address[] memory nfts, uint256[] memory ids) {
        nfts = new address[](count);
        ids = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            nfts[i] = i != 0 && dice & 3 != 0
                ? nfts[i - 1]
                : address(uint160(uint256(keccak256(abi.encode(seed, (dice >> 2) % 3)))));
            ids[i] = uint256(keccak256(abi.encode(dice))) >> (dice >> 248);
        }
    }

    function _assertSide(uint256 cursor, address[] memory nfts, uint256[] memory ids) private pure {
        (address[] memory readNfts, uint256[] memory readIds) = OfferBlob.listsOf(cursor);
        assertEq(keccak256(abi.encode(readNfts, readIds)), keccak256(abi.encode(nfts, ids)), "side");
    }

    function _same(uint256 count, uint256 widthBytes)
        private
        pure
        returns (address[] memory nfts, uint256[] memory ids)
    {
        (nfts, ids) = (new address[](count), new uint256[](count));
        for (uint256 i; i < count; ++i) {
            nfts[i] = address(7);
            ids[i] = (1 << (8 * widthBytes - 1)) + i;
        }
    }

    /// @dev Marked or not, what the mark leads to is the one offered NFT, and several are never marked.
    function _assertMark(bytes memory blob, Lists memory lists) private pure {
        (uint256 marked, address nft, uint256 id) = blob.markedOffered();
        if (marked <= OfferBlob.REQUESTED_ONLY) return;
        assertEq(lists.offeredIds.length, 1, "only one is marked");
        assertEq(nft, lists.offeredNfts[0], "marked collection");
        assertEq(id, lists.offeredIds[0], "marked id");
    }

    /// @dev As code behind a byte, read by whichever way its mark says.
    function _assertLoaded(bytes memory blob, address recipient, Lists memory lists) private {
        address place = address(uint160(uint256(keccak256(blob))));
        vm.etch(place, abi.encodePacked(bytes1(0), blob));
        bytes memory short = OfferBlob.loadShort(place);
        assertTrue(short.isShort() == blob.isShort(), "the mark is read either way");
        bytes memory loaded = short.isShort() ? short : OfferBlob.loadLong(place);
        assertEq(loaded.creatorOf(), CREATOR, "loaded creator");
        assertEq(loaded.recipientOf(), recipient, "loaded recipient");
        _assertSide(loaded.offeredSideOrNone(), lists.offeredNfts, lists.offeredIds);
        _assertSide(loaded.requestedSideOrNone(), lists.requestedNfts, lists.requestedIds);
    }
}
