// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {OfferBlob} from "./OfferBlob.sol";

/// @notice What makes terms acceptable, before anything is written.
library OfferTerms {
    using OfferBlob for OfferBlob.Run;

    uint256 internal constant MAX_NFTS_PER_SIDE = 20;
    uint256 internal constant MAX_DURATION_S = 30 days;

    function requireShape(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 durationS
    ) internal pure {
        if (offeredNfts.length == 0 || requestedNfts.length == 0) {
            revert ISwapEscrowErrors.EmptySide(offeredNfts.length, requestedNfts.length);
        }
        _requireLengths(offeredNfts.length, offeredIds.length);
        _requireLengths(requestedNfts.length, requestedIds.length);
        if (durationS == 0 || durationS > MAX_DURATION_S) {
            revert ISwapEscrowErrors.DurationOutOfRange(durationS, MAX_DURATION_S);
        }
    }

    /// @dev Marks each NFT in transient storage under a hash of itself. The mark holds the offer's number, so marks of an
    /// earlier offer of the same transaction do not count.
    function requireDistinct(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 number
    ) internal {
        uint256 mark = number << 1;
        for (uint256 i; i < offeredNfts.length; ++i) {
            if (_mark(offeredNfts[i], offeredIds[i], mark) == mark) {
                revert ISwapEscrowErrors.DuplicateNft(offeredNfts[i], offeredIds[i]);
            }
        }
        for (uint256 i; i < requestedNfts.length; ++i) {
            uint256 before = _mark(requestedNfts[i], requestedIds[i], mark | 1);
            if (before == mark) revert ISwapEscrowErrors.NftOnBothSides(requestedNfts[i], requestedIds[i]);
            if (before == mark | 1) revert ISwapEscrowErrors.DuplicateNft(requestedNfts[i], requestedIds[i]);
        }
    }

    /// @param cursor At the first run of a side
    function requireErc721(uint256 cursor) internal view {
        bool last;
        while (!last) {
            OfferBlob.Run memory run;
            (run, cursor) = OfferBlob.next(cursor);
            if (!Erc721Calls.isErc721(run.nft)) revert ISwapEscrowErrors.NotErc721(run.nft);
            last = run.last;
        }
    }

    /// @notice The one wallet that holds the whole requested side.
    /// @param cursor At the first run of the requested side
    function recipientOf(uint256 cursor) internal view returns (address recipient) {
        bool last;
        while (!last) {
            OfferBlob.Run memory run;
            (run, cursor) = OfferBlob.next(cursor);
            for (uint256 i; i < run.count; ++i) {
                address holder = _holderOf(run.nft, run.idAt(i));
                if (recipient == address(0)) recipient = holder;
                if (holder != recipient) {
                    revert ISwapEscrowErrors.RequestedFromSeveral(run.nft, run.idAt(i), holder, recipient);
                }
            }
            last = run.last;
        }
    }

    /// @notice A collection holds NFTs that were sent to it by mistake, and can never accept.
    /// @param cursor At the first run of a side
    function requireNotCollection(uint256 cursor, address recipient) internal pure {
        bool last;
        while (!last) {
            OfferBlob.Run memory run;
            (run, cursor) = OfferBlob.next(cursor);
            if (run.nft == recipient) revert ISwapEscrowErrors.RequestedFromCollection(recipient);
            last = run.last;
        }
    }

    function _holderOf(address nft, uint256 id) private view returns (address holder) {
        bool known;
        (known, holder) = Erc721Calls.ownerOf(nft, id, gasleft());
        if (!known || holder == address(0)) revert ISwapEscrowErrors.RequestedNftUnowned(nft, id);
        if (holder == msg.sender) revert ISwapEscrowErrors.RequestedFromYourself(nft, id);
        if (holder == address(this)) revert ISwapEscrowErrors.RequestedFromEscrow(nft, id);
    }

    function _requireLengths(uint256 contracts, uint256 ids) private pure {
        if (contracts != ids) revert ISwapEscrowErrors.UnequalArrays(contracts, ids);
        if (contracts > MAX_NFTS_PER_SIDE) revert ISwapEscrowErrors.TooManyNfts(contracts, MAX_NFTS_PER_SIDE);
    }

    function _mark(address nft, uint256 id, uint256 mark) private returns (uint256 before) {
        assembly ("memory-safe") {
            mstore(0x00, nft)
            mstore(0x20, id)
            let place := keccak256(0x00, 0x40)
            before := tload(place)
            tstore(place, mark)
        }
    }
}
