// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Lists} from "./Lists.sol";
import {OfferRun, RUN_HEADER_BYTES, runHeader} from "./OfferRun.sol";

/// @notice Writes a list of NFTs as runs: neighbours of one collection share its address and the width of their ids.
library OfferPacking {
    using Lists for address[];
    using Lists for uint256[];

    /// @param end Memory position behind what is written so far
    /// @return Behind the last run; `end` for an empty list
    function append(uint256 end, address[] calldata nfts, uint256[] calldata ids) internal pure returns (uint256) {
        for (uint256 first; first < nfts.length;) {
            (uint256 stop, uint256 bits) = _runFrom(first, nfts, ids);
            uint256 widthBytes = _bytesFor(bits);
            OfferRun run = runHeader(nfts.item(first), stop - first, widthBytes, stop == nfts.length);
            assembly ("memory-safe") {
                mstore(end, run)
                end := add(end, RUN_HEADER_BYTES)
            }
            for (; first < stop; ++first) {
                uint256 id = ids.item(first);
                assembly ("memory-safe") {
                    mstore(end, shl(sub(256, shl(3, widthBytes)), id))
                    end := add(end, widthBytes)
                }
            }
        }
        return end;
    }

    /// @return stop Behind the last neighbour of the same collection
    /// @return bits All bits that any of the run's ids has
    function _runFrom(uint256 first, address[] calldata nfts, uint256[] calldata ids)
        private
        pure
        returns (uint256 stop, uint256 bits)
    {
        address nft = nfts[first];
        bits = ids.item(first);
        for (stop = first + 1; stop < nfts.length && nfts[stop] == nft; ++stop) {
            bits |= ids.item(stop);
        }
    }

    /// @return count 1 to 32
    function _bytesFor(uint256 bits) private pure returns (uint256 count) {
        assembly ("memory-safe") {
            // The highest set bit's byte, found by halves.
            count := shl(4, gt(bits, 0xffffffffffffffffffffffffffffffff))
            count := or(count, shl(3, gt(shr(shl(3, count), bits), 0xffffffffffffffff)))
            count := or(count, shl(2, gt(shr(shl(3, count), bits), 0xffffffff)))
            count := or(count, shl(1, gt(shr(shl(3, count), bits), 0xffff)))
            count := add(1, or(count, gt(shr(shl(3, count), bits), 0xff)))
        }
    }
}
