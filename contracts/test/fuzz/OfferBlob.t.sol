// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OfferBlob} from "../../src/OfferBlob.sol";
import {Assertions} from "../base/Assertions.sol";

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
    uint256 private constant EXPIRES_AT = 2 ** 40 - 2;

    function encode(Lists calldata lists, address recipient) external pure returns (bytes memory blob) {
        blob = OfferBlob.encode(lists.offeredNfts, lists.offeredIds, lists.requestedNfts, lists.requestedIds);
        blob.seal(CREATOR, recipient, EXPIRES_AT);
    }

    function testFuzz_RoundTrip(uint256 seed, uint256 offered, uint256 requested, address recipient) public view {
        Lists memory lists;
        (lists.offeredNfts, lists.offeredIds) = _side(seed, bound(offered, 1, 20));
        (lists.requestedNfts, lists.requestedIds) = _side(~seed, bound(requested, 1, 20));
        bytes memory blob = this.encode(lists, recipient);
        assertEq(blob.creatorOf(), CREATOR, "creator");
        assertEq(blob.recipientOf(), recipient, "recipient");
        assertEq(blob.expiresAtOf(), EXPIRES_AT, "expiry");
        _assertSide(blob.offeredSide(), lists.offeredNfts, lists.offeredIds);
        _assertSide(blob.requestedSide(), lists.requestedNfts, lists.requestedIds);
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
            _assertSide(blob.offeredSide(), lists.offeredNfts, lists.offeredIds);
            _assertSide(blob.requestedSide(), lists.requestedNfts, lists.requestedIds);
        }
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
            uint256 bit = OfferBlob.bitOf(blob.offeredSide(), lists.offeredNfts[i], lists.offeredIds[i]);
            assertEq(bit, 1 << i, "bit");
        }
        assertEq(OfferBlob.bitOf(blob.offeredSide(), lists.offeredNfts[0], (other << 5) | 31), 0, "absent");
        assertEq(OfferBlob.bitOf(blob.offeredSide(), address(0xdead), lists.offeredIds[0]), 0, "absent");
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
}
