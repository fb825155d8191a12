// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OfferPacking} from "./OfferPacking.sol";
import {OfferRun, readRun} from "./OfferRun.sol";

/// @notice The part of an offer that never changes, as it is stored in the code of a contract of its own:
///
///     creator (20 bytes), recipient (20), marks (7 bits), expiresAt (33 bits, unix seconds), coins (see below),
///     runs of the requested side, runs of the offered side
///
/// Marks, from the highest bit: the kind (6 bits) and whether the blob is short (1). The kind of an offer with coins
/// says which sides have NFTs, and both sums follow the header, the offered one first (12 bytes each, wei). Without coins
/// the kind is where the offered side begins, counted from the requested one, if it is a single NFT and that fits, else 0;
/// no side is short enough to begin where a kind with coins would say.
/// A run is a header (see OfferRun) and its ids, each as wide as the run's largest needs. Order is kept. The requested
/// side comes first because accepting moves it first.
/// @dev A side is walked by a cursor, the memory position of its next run, up to the run that is marked as its last.
/// Sums and products of values in a blob cannot overflow: it has at most 40 items.
library OfferBlob {
    uint256 private constant HEADER_BYTES = 45;
    uint256 private constant PARTIES_BYTES = 40;
    /// @dev A blob up to here is short, as nearly all are: several NFTs of a collection for several of another.
    uint256 private constant SHORT_BYTES = 170;
    uint256 private constant TIME_BITS = 33;
    uint256 internal constant COINS_BYTES = 24;
    uint256 internal constant MAX_COINS = 0xffffffffffffffffffffffff;
    /// @dev Kinds: no coins, then coins and NFTs on both sides, only on the offered, only on the requested one.
    uint256 internal constant NO_COINS = 0;
    uint256 internal constant BOTH_SIDES = 1;
    uint256 internal constant OFFERED_ONLY = 2;
    uint256 internal constant REQUESTED_ONLY = 3;
    /// @dev Largest distance that fits its mark.
    uint256 private constant MAX_SKIP_BYTES = 63;

    /// @notice The lists, with room for the rest, which `seal` adds. Both sides have up to 127 items and arrays of equal
    /// length.
    /// @param gapBytes `COINS_BYTES` for an offer with coins, else 0
    function encode(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 gapBytes
    ) internal pure returns (bytes memory blob) {
        uint256 end;
        assembly ("memory-safe") {
            blob := mload(0x40)
            end := add(add(blob, add(0x20, HEADER_BYTES)), gapBytes)
        }
        end = OfferPacking.append(end, requestedNfts, requestedIds);
        end = OfferPacking.append(end, offeredNfts, offeredIds);
        assembly ("memory-safe") {
            mstore(blob, sub(end, add(blob, 0x20)))
            mstore(0x40, and(add(end, 0x3f), not(0x1f)))
        }
    }

    /// @param offeredCursor At the first run of the offered side
    /// @param expiresAt Below 2^33, which the year 2242 is
    function seal(bytes memory blob, uint256 offeredCursor, address creator, address recipient, uint256 expiresAt)
        internal
        pure
    {
        _seal(blob, _marksFor(blob, offeredCursor), creator, recipient, expiresAt);
    }

    /// @notice The same for an offer with coins. Each sum is up to `MAX_COINS`.
    function sealWithCoins(
        bytes memory blob,
        uint256 kind,
        uint256 offeredCoins,
        uint256 requestedCoins,
        address creator,
        address recipient,
        uint256 expiresAt
    ) internal pure {
        _seal(blob, (kind << 1) | (blob.length > SHORT_BYTES ? 0 : 1), creator, recipient, expiresAt);
        assembly ("memory-safe") {
            let place := add(blob, add(0x20, HEADER_BYTES))
            let behind_ := and(mload(place), 0xffffffffffffffff)
            mstore(place, or(or(shl(160, offeredCoins), shl(64, requestedCoins)), behind_))
        }
    }

    function _seal(bytes memory blob, uint256 marks, address creator, address recipient, uint256 expiresAt)
        private
        pure
    {
        assembly ("memory-safe") {
            let header := add(blob, 0x20)
            mstore(header, shl(96, creator))
            // The last word of the header: the creator's last 7 bytes again, then the others.
            let parties := or(shl(200, creator), shl(40, shr(96, shl(96, recipient))))
            mstore(add(header, sub(HEADER_BYTES, 0x20)), or(or(parties, shl(TIME_BITS, marks)), expiresAt))
        }
    }

    /// @notice As much as short blobs have, without asking how much there is.
    /// @param place Where the blob is the code, behind one byte that keeps it from being run
    /// @return blob Without its length; all zero if there is no code
    function loadShort(address place) internal view returns (bytes memory blob) {
        assembly ("memory-safe") {
            blob := mload(0x40)
            mstore(0x40, add(blob, add(SHORT_BYTES, 0x20)))
            extcodecopy(place, add(blob, 0x20), 1, SHORT_BYTES)
        }
    }

    /// @notice All of it, however long.
    /// @return blob Without its length
    function loadLong(address place) internal view returns (bytes memory blob) {
        assembly ("memory-safe") {
            let size := extcodesize(place)
            blob := mload(0x40)
            mstore(0x40, add(blob, add(size, 0x20)))
            extcodecopy(place, add(blob, 0x20), 1, size)
        }
    }

    function isShort(bytes memory blob) internal pure returns (bool) {
        return _marksOf(blob) & 1 == 1;
    }

    /// @notice Whether this is an offer's blob, not the nothing that lies where none was created.
    function isSealed(bytes memory blob) internal pure returns (bool) {
        return creatorOf(blob) != address(0);
    }

    function creatorOf(bytes memory blob) internal pure returns (address creator) {
        assembly ("memory-safe") {
            creator := shr(96, mload(add(blob, 0x20)))
        }
    }

    function recipientOf(bytes memory blob) internal pure returns (address recipient) {
        assembly ("memory-safe") {
            recipient := shr(96, mload(add(blob, 52)))
        }
    }

    function expiresAtOf(bytes memory blob) internal pure returns (uint256 expiresAt) {
        assembly ("memory-safe") {
            expiresAt := and(mload(add(blob, HEADER_BYTES)), sub(shl(TIME_BITS, 1), 1))
        }
    }

    /// @return kind `NO_COINS`, or which sides of an offer with coins have NFTs
    function coinsKind(bytes memory blob) internal pure returns (uint256 kind) {
        kind = _marksOf(blob) >> 1;
        if (kind > REQUESTED_ONLY) kind = NO_COINS;
    }

    /// @dev Only of an offer with coins.
    function coins(bytes memory blob) internal pure returns (uint256 offered, uint256 requested) {
        assembly ("memory-safe") {
            let word := mload(add(blob, add(0x20, HEADER_BYTES)))
            offered := shr(160, word)
            requested := and(shr(64, word), MAX_COINS)
        }
    }

    /// @dev Of an offer without coins.
    /// @return cursor At the first run of the requested side
    function requestedSide(bytes memory blob) internal pure returns (uint256 cursor) {
        assembly ("memory-safe") {
            cursor := add(blob, add(0x20, HEADER_BYTES))
        }
    }

    /// @return cursor At the first run of the requested side; 0 if it has no NFTs
    function requestedSideOrNone(bytes memory blob) internal pure returns (uint256 cursor) {
        uint256 kind = coinsKind(blob);
        if (kind == NO_COINS) return requestedSide(blob);
        if (kind != OFFERED_ONLY) return requestedSide(blob) + COINS_BYTES;
    }

    /// @return cursor At the first run of the offered side; 0 if it has no NFTs
    function offeredSideOrNone(bytes memory blob) internal pure returns (uint256 cursor) {
        uint256 kind = coinsKind(blob);
        if (kind == NO_COINS) return behind(requestedSide(blob));
        if (kind == REQUESTED_ONLY) return 0;
        cursor = requestedSide(blob) + COINS_BYTES;
        if (kind == BOTH_SIDES) cursor = behind(cursor);
    }

    /// @notice The NFT that is offered, at little cost, if it is marked as the only one.
    /// @return marked Above `REQUESTED_ONLY` if it is; otherwise the rest means nothing
    function markedOffered(bytes memory blob) internal pure returns (uint256 marked, address nft, uint256 id) {
        marked = _marksOf(blob) >> 1;
        unchecked {
            (OfferRun run, uint256 ids) = readRun(requestedSide(blob) + marked);
            nft = run.nftOf();
            id = run.idOf(ids, 0);
        }
    }

    /// @param cursor At the first run of a side
    /// @return Behind its last run
    function behind(uint256 cursor) internal pure returns (uint256) {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
        return cursor;
    }

    /// @notice The side as two lists of equal length.
    /// @param cursor At the first run of a side; 0 if it has none
    function listsOf(uint256 cursor) internal pure returns (address[] memory nfts, uint256[] memory ids) {
        uint256 count = cursor == 0 ? 0 : _countOf(cursor);
        nfts = new address[](count);
        ids = new uint256[](count);
        for (uint256 position; position < count;) {
            (OfferRun run, uint256 runIds) = readRun(cursor);
            for (uint256 i; i < run.countOf(); ++i) {
                nfts[position] = run.nftOf();
                ids[position++] = run.idOf(runIds, i);
            }
            cursor = runIds + run.idsBytes();
        }
    }

    /// @param cursor At the first run of a side; 0 if it has none
    /// @return bit 1 shifted by the place of the NFT in the side; 0 if it is not there
    function bitOf(uint256 cursor, address nft, uint256 id) internal pure returns (uint256 bit) {
        (address[] memory nfts, uint256[] memory ids) = listsOf(cursor);
        for (uint256 i; i < nfts.length; ++i) {
            if (nfts[i] == nft && ids[i] == id) return 1 << i;
        }
    }

    function _marksOf(bytes memory blob) private pure returns (uint256 marks) {
        assembly ("memory-safe") {
            marks := shr(249, mload(add(blob, add(0x20, PARTIES_BYTES))))
        }
    }

    function _marksFor(bytes memory blob, uint256 offeredCursor) private pure returns (uint256 marks) {
        if (blob.length > SHORT_BYTES) return 0;
        (OfferRun run,) = readRun(offeredCursor);
        unchecked {
            uint256 skipBytes = offeredCursor - requestedSide(blob);
            return run.isAlone() && skipBytes <= MAX_SKIP_BYTES ? (skipBytes << 1) | 1 : 1;
        }
    }

    function _countOf(uint256 cursor) private pure returns (uint256 count) {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            count += run.countOf();
            cursor = ids + run.idsBytes();
            last = run.isLast();
        }
    }
}
