// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {Lists} from "./Lists.sol";
import {ISwapEscrow} from "./ISwapEscrow.sol";
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
        _requireDuration(durationS);
        _requireDistinct(offeredNfts, offeredIds, requestedNfts, requestedIds, number);
        return OfferBlob.encode(offeredNfts, offeredIds, requestedNfts, requestedIds, 0);
    }

    /// @notice The same for sides that may have coins instead of NFTs.
    /// @return blob The lists, with room for the sums
    /// @return kind Which sides have NFTs
    function packWithCoins(
        ISwapEscrow.Side calldata offered,
        ISwapEscrow.Side calldata requested,
        uint256 durationS,
        uint256 number
    ) internal returns (bytes memory blob, uint256 kind) {
        kind = _kindOf(offered, requested);
        _requireLengths(offered.nftContracts.length, offered.tokenIds.length);
        _requireLengths(requested.nftContracts.length, requested.tokenIds.length);
        _requireDuration(durationS);
        _requireDistinct(offered.nftContracts, offered.tokenIds, requested.nftContracts, requested.tokenIds, number);
        blob = OfferBlob.encode(
            offered.nftContracts, offered.tokenIds, requested.nftContracts, requested.tokenIds, OfferBlob.COINS_BYTES
        );
    }

    /// @notice Looked at before the offer is counted, so that the value due can be told.
    function requireCoins(uint256 offered, uint256 requested) internal pure {
        if (offered | requested == 0) revert ISwapEscrowErrors.NoCoins();
        uint256 larger = offered > requested ? offered : requested;
        if (larger > OfferBlob.MAX_COINS) revert ISwapEscrowErrors.TooManyCoins(larger, OfferBlob.MAX_COINS);
    }

    /// @param blob The packed lists, not yet sealed
    /// @param offeredSide Its cursor
    /// @return recipient The one wallet that holds the whole requested side
    function requireTerms(bytes memory blob, uint256 offeredSide) internal view returns (address recipient) {
        _requireErc721(offeredSide);
        _requireErc721(blob.requestedSide());
        recipient = _recipientOf(blob.requestedSide());
        _requireNoCollection(blob.requestedSide(), recipient);
        _requireNoCollection(offeredSide, recipient);
    }

    /// @notice The same where a side may have no NFTs: its cursor is 0 then.
    /// @param named Whom the creator names as the recipient, or zero to find out who holds the requested side
    function requireTermsWithCoins(uint256 offeredSide, uint256 requestedSide, address named)
        internal
        view
        returns (address recipient)
    {
        if (offeredSide != 0) _requireErc721(offeredSide);
        if (requestedSide == 0) {
            _requireRecipient(named, offeredSide);
            return named;
        }
        _requireErc721(requestedSide);
        recipient = _recipientOf(requestedSide);
        if (named != address(0) && named != recipient) {
            revert ISwapEscrowErrors.RecipientDiffers(named, recipient);
        }
        _requireNoCollection(requestedSide, recipient);
        if (offeredSide != 0) _requireNoCollection(offeredSide, recipient);
    }

    /// @param offeredSide A cursor; not 0
    function _requireRecipient(address named, uint256 offeredSide) private view {
        if (named == address(0)) revert ISwapEscrowErrors.RecipientMissing();
        if (named == msg.sender) revert ISwapEscrowErrors.RecipientIsCreator(named);
        if (named == address(this)) revert ISwapEscrowErrors.RecipientIsEscrow(named);
        if (_isCollection(offeredSide, named)) revert ISwapEscrowErrors.RecipientIsCollection(named);
    }

    function _kindOf(ISwapEscrow.Side calldata offered, ISwapEscrow.Side calldata requested)
        private
        pure
        returns (uint256 kind)
    {
        (uint256 offeredNfts, uint256 requestedNfts) = (offered.nftContracts.length, requested.nftContracts.length);
        if (offeredNfts != 0 && requestedNfts != 0) return OfferBlob.BOTH_SIDES;
        if (offeredNfts | requestedNfts == 0) revert ISwapEscrowErrors.NoNfts(offered.coins, requested.coins);
        if ((requestedNfts == 0 ? requested.coins : offered.coins) == 0) {
            revert ISwapEscrowErrors.EmptySide(offeredNfts, requestedNfts);
        }
        return requestedNfts == 0 ? OfferBlob.OFFERED_ONLY : OfferBlob.REQUESTED_ONLY;
    }

    function _requireDuration(uint256 durationS) private pure {
        if (durationS == 0 || durationS > MAX_DURATION_S) {
            revert ISwapEscrowErrors.DurationOutOfRange(durationS, MAX_DURATION_S);
        }
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
        if (offeredNfts.length == 1 && requestedNfts.length == 1) {
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
    function _requireNoCollection(uint256 cursor, address recipient) private pure {
        if (_isCollection(cursor, recipient)) revert ISwapEscrowErrors.RequestedFromCollection(recipient);
    }

    /// @return Whether `account` is a collection of the side
    function _isCollection(uint256 cursor, address account) private pure returns (bool) {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            if (run.nftOf() == account) return true;
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
        return false;
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
