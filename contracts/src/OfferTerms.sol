// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {Lists} from "./Lists.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferRun, readRun} from "./OfferRun.sol";

/// @notice What makes terms acceptable, before anything is written.
library OfferTerms {
    using OfferBlob for bytes;
    using Lists for address[];
    using Lists for uint256[];

    uint256 internal constant MAX_NFTS_PER_SIDE = 20;
    uint256 internal constant MAX_DURATION_S = 30 days;

    /// @notice The lists as a blob, if their shape is right.
    /// @param number The new offer's
    function pack(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 durationS,
        uint256 number
    ) internal returns (bytes memory blob) {
        if (offeredNfts.length == 0 || requestedNfts.length == 0) {
            revert ISwapEscrowErrors.EmptySide(offeredNfts.length, requestedNfts.length);
        }
        _requireLengths(offeredNfts.length, offeredIds.length);
        _requireLengths(requestedNfts.length, requestedIds.length);
        if (durationS == 0 || durationS > MAX_DURATION_S) {
            revert ISwapEscrowErrors.DurationOutOfRange(durationS, MAX_DURATION_S);
        }
        _requireDistinct(offeredNfts, offeredIds, requestedNfts, requestedIds, number);
        return OfferBlob.encode(offeredNfts, offeredIds, requestedNfts, requestedIds);
    }

    /// @param blob The packed lists, not yet sealed
    /// @param offeredSide Its cursor
    /// @return recipient The one wallet that holds the whole requested side
    function requireTerms(bytes memory blob, uint256 offeredSide) internal view returns (address recipient) {
        _requireErc721(offeredSide);
        _requireErc721(blob.requestedSide());
        recipient = _recipientOf(blob.requestedSide());
        _requireNoCollection(blob, recipient);
    }

    /// @dev Marks each NFT in transient storage under a hash of itself. The mark holds the offer's number, so marks of an
    /// earlier offer of the same transaction do not count.
    function _requireDistinct(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 number
    ) private {
        if (offeredNfts.length + requestedNfts.length == 2) {
            if (offeredNfts.item(0) == requestedNfts.item(0) && offeredIds.item(0) == requestedIds.item(0)) {
                revert ISwapEscrowErrors.NftOnBothSides(offeredNfts.item(0), offeredIds.item(0));
            }
            return;
        }
        uint256 mark = number << 1;
        for (uint256 i; i < offeredNfts.length; ++i) {
            if (_mark(offeredNfts.item(i), offeredIds.item(i), mark) == mark) {
                revert ISwapEscrowErrors.DuplicateNft(offeredNfts.item(i), offeredIds.item(i));
            }
        }
        for (uint256 i; i < requestedNfts.length; ++i) {
            uint256 before = _mark(requestedNfts.item(i), requestedIds.item(i), mark | 1);
            if (before == mark) revert ISwapEscrowErrors.NftOnBothSides(requestedNfts.item(i), requestedIds.item(i));
            if (before == mark | 1) revert ISwapEscrowErrors.DuplicateNft(requestedNfts.item(i), requestedIds.item(i));
        }
    }

    function _requireErc721(uint256 cursor) private view {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            if (!Erc721Calls.isErc721(run.nftOf())) revert ISwapEscrowErrors.NotErc721(run.nftOf());
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
    }

    function _recipientOf(uint256 cursor) private view returns (address recipient) {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            for (uint256 i; i < run.countOf(); ++i) {
                address holder = _holderOf(run.nftOf(), run.idOf(ids, i));
                if (recipient == address(0)) recipient = holder;
                if (holder != recipient) {
                    revert ISwapEscrowErrors.RequestedFromSeveral(run.nftOf(), run.idOf(ids, i), holder, recipient);
                }
            }
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
    }

    /// @dev A collection holds NFTs that were sent to it by mistake, and can never accept.
    function _requireNoCollection(bytes memory blob, address recipient) private pure {
        uint256 cursor = blob.requestedSide();
        for (uint256 end = blob.endOf(); cursor < end;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            if (run.nftOf() == recipient) revert ISwapEscrowErrors.RequestedFromCollection(recipient);
            unchecked {
                cursor = ids + run.idsBytes();
            }
        }
    }

    function _holderOf(address nft, uint256 id) private view returns (address holder) {
        holder = Erc721Calls.ownerOf(nft, id, gasleft());
        if (holder == address(0)) revert ISwapEscrowErrors.RequestedNftUnowned(nft, id);
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
