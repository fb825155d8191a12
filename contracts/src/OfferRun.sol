// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The header of a run, neighbours of one collection in one side of an offer, as stored in an OfferBlob:
/// collection (20 bytes), last run of its side (1 bit) and count (7 bits), width of an id in bytes (1). The rest of
/// the word holds ids.
type OfferRun is uint256;

using {nftOf, countOf, widthOf, isLast, isAlone, idOf, idsBytes} for OfferRun global;

uint256 constant RUN_HEADER_BYTES = 22;
uint256 constant LAST_RUN = 0x80;

function runHeader(address nft, uint256 count, uint256 widthBytes, bool last) pure returns (OfferRun) {
    uint256 marks = last ? LAST_RUN | count : count;
    return OfferRun.wrap((uint256(uint160(nft)) << 96) | (marks << 88) | (widthBytes << 80));
}

/// @param cursor Memory position of a run
/// @return run Its header
/// @return ids Memory position of its first id
function readRun(uint256 cursor) pure returns (OfferRun run, uint256 ids) {
    assembly ("memory-safe") {
        run := mload(cursor)
        ids := add(cursor, RUN_HEADER_BYTES)
    }
}

function nftOf(OfferRun run) pure returns (address) {
    return address(uint160(OfferRun.unwrap(run) >> 96));
}

function countOf(OfferRun run) pure returns (uint256) {
    return (OfferRun.unwrap(run) >> 88) & (LAST_RUN - 1);
}

function widthOf(OfferRun run) pure returns (uint256 widthBytes) {
    assembly ("memory-safe") {
        widthBytes := byte(21, run)
    }
}

function isLast(OfferRun run) pure returns (bool) {
    return OfferRun.unwrap(run) & (LAST_RUN << 88) != 0;
}

/// @return Whether its side is one NFT
function isAlone(OfferRun run) pure returns (bool) {
    return uint8(OfferRun.unwrap(run) >> 88) == LAST_RUN | 1;
}

/// @param place Memory position of an id
function idAt(uint256 place, uint256 widthBytes) pure returns (uint256 id) {
    assembly ("memory-safe") {
        id := shr(sub(256, shl(3, widthBytes)), mload(place))
    }
}

/// @param ids Memory position of the run's first id
/// @param index 0 to count - 1
function idOf(OfferRun run, uint256 ids, uint256 index) pure returns (uint256) {
    unchecked {
        return idAt(ids + index * run.widthOf(), run.widthOf());
    }
}

/// @return length What all ids of the run take together
function idsBytes(OfferRun run) pure returns (uint256 length) {
    unchecked {
        return run.countOf() * run.widthOf();
    }
}
