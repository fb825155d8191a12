// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The part of an offer that never changes, as it is stored in the code of a contract of its own:
///
///     recipient (20 bytes), runs of the requested side, runs of the offered side
///     run: collection (20), last run of its side (1 bit) and count (7 bits), width (1), count ids of width bytes each
///
/// A run is a stretch of neighbours of one collection; its width is what its largest id needs. Order is kept.
/// The requested side stands first because accepting moves it first.
/// @dev A side is walked by a cursor, the memory position of its next run.
library OfferBlob {
    uint256 private constant LAST = 0x80;
    uint256 private constant COUNT_MASK = 0x7f;
    uint256 private constant HEADER_BYTES = 22;

    /// @notice Neighbours of one collection, as they lie in memory.
    struct Run {
        address nft;
        uint256 count;
        uint256 widthBytes;
        uint256 firstId; // memory position
        bool last;
    }

    /// @notice The terms with the recipient left empty. Both sides have 1 to 127 items and arrays of equal length.
    function encode(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds
    ) internal pure returns (bytes memory blob) {
        uint256 end;
        assembly ("memory-safe") {
            blob := mload(0x40)
            mstore(add(blob, 0x20), 0)
            end := add(blob, 52)
        }
        end = _append(end, requestedNfts, requestedIds);
        end = _append(end, offeredNfts, offeredIds);
        assembly ("memory-safe") {
            mstore(blob, sub(end, add(blob, 0x20)))
            mstore(0x40, and(add(end, 0x3f), not(0x1f)))
        }
    }

    function setRecipient(bytes memory blob, address recipient) internal pure {
        assembly ("memory-safe") {
            let place := add(blob, 20)
            mstore(place, or(and(mload(place), not(0xffffffffffffffffffffffffffffffffffffffff)), recipient))
        }
    }

    function recipientOf(bytes memory blob) internal pure returns (address recipient) {
        assembly ("memory-safe") {
            recipient := shr(96, mload(add(blob, 0x20)))
        }
    }

    /// @return cursor At the first run of the requested side
    function requestedSide(bytes memory blob) internal pure returns (uint256 cursor) {
        assembly ("memory-safe") {
            cursor := add(blob, 52)
        }
    }

    /// @return cursor At the first run of the offered side
    function offeredSide(bytes memory blob) internal pure returns (uint256 cursor) {
        cursor = requestedSide(blob);
        bool last;
        while (!last) {
            Run memory run;
            (run, cursor) = next(cursor);
            last = run.last;
        }
    }

    function next(uint256 cursor) internal pure returns (Run memory run, uint256 nextCursor) {
        uint256 word;
        assembly ("memory-safe") {
            word := mload(cursor)
        }
        run.nft = address(uint160(word >> 96));
        run.last = (word >> 88) & LAST != 0;
        run.count = (word >> 88) & COUNT_MASK;
        run.widthBytes = uint8(word >> 80);
        run.firstId = cursor + HEADER_BYTES;
        nextCursor = run.firstId + run.count * run.widthBytes;
    }

    function idAt(Run memory run, uint256 index) internal pure returns (uint256 id) {
        uint256 place = run.firstId + index * run.widthBytes;
        uint256 unused = 256 - 8 * run.widthBytes;
        assembly ("memory-safe") {
            id := shr(unused, mload(place))
        }
    }

    function countOf(uint256 cursor) internal pure returns (uint256 count) {
        bool last;
        while (!last) {
            Run memory run;
            (run, cursor) = next(cursor);
            count += run.count;
            last = run.last;
        }
    }

    /// @notice The side as two lists of equal length.
    function listsOf(uint256 cursor) internal pure returns (address[] memory nfts, uint256[] memory ids) {
        uint256 count = countOf(cursor);
        nfts = new address[](count);
        ids = new uint256[](count);
        for (uint256 position; position < count;) {
            Run memory run;
            (run, cursor) = next(cursor);
            for (uint256 i; i < run.count; ++i) {
                nfts[position] = run.nft;
                ids[position++] = idAt(run, i);
            }
        }
    }

    /// @return bit 1 shifted by the place of the NFT in the side; 0 if it is not there
    function bitOf(uint256 cursor, address nft, uint256 id) internal pure returns (uint256 bit) {
        (address[] memory nfts, uint256[] memory ids) = listsOf(cursor);
        for (uint256 i; i < nfts.length; ++i) {
            if (nfts[i] == nft && ids[i] == id) return 1 << i;
        }
    }

    function _append(uint256 end, address[] calldata nfts, uint256[] calldata ids) private pure returns (uint256) {
        uint256 first;
        while (first < nfts.length) {
            address nft = nfts[first];
            uint256 bits = ids[first];
            uint256 stop = first + 1;
            for (; stop < nfts.length && nfts[stop] == nft; ++stop) {
                bits |= ids[stop];
            }
            uint256 widthBytes = _bytesFor(bits);
            uint256 marks = stop == nfts.length ? LAST | (stop - first) : stop - first;
            uint256 header = (uint256(uint160(nft)) << 96) | (marks << 88) | (widthBytes << 80);
            assembly ("memory-safe") {
                mstore(end, header)
            }
            end += HEADER_BYTES;
            for (; first < stop; ++first) {
                uint256 word = ids[first] << (256 - 8 * widthBytes);
                assembly ("memory-safe") {
                    mstore(end, word)
                }
                end += widthBytes;
            }
        }
        return end;
    }

    /// @return count 1 to 32
    function _bytesFor(uint256 bits) private pure returns (uint256 count) {
        count = 1;
        if (bits >> 128 != 0) (count, bits) = (17, bits >> 128);
        if (bits >> 64 != 0) (count, bits) = (count + 8, bits >> 64);
        if (bits >> 32 != 0) (count, bits) = (count + 4, bits >> 32);
        if (bits >> 16 != 0) (count, bits) = (count + 2, bits >> 16);
        if (bits >> 8 != 0) ++count;
    }
}
