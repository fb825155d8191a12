// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {Custody} from "./Custody.sol";
import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {ACTIVE, CANCELLED, COMPLETED, OfferState, UNKNOWN, activeState} from "./OfferState.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
contract SwapEscrow is EscrowOwner {
    using Custody for Custody.Index;
    using OfferBlob for bytes;

    mapping(bytes32 offerId => OfferState) private offers;
    Custody.Index private custody;

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_)
        EscrowOwner(initialOwner, initialFee, maxFee_)
    {}

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        guarded
        returns (bytes32 offerId)
    {
        bytes memory blob;
        // The arguments lie in the call data one after the other, each like an array of one.
        (offerId, blob) = _open(_nftsAt(4), _idsAt(36), _nftsAt(68), _idsAt(100), duration);
        emit SwapOfferCreated(
            offerId, msg.sender, blob.recipientOf(), tokenA, tokenIdA, tokenB, tokenIdB, block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, 1, 1);
        _takeIn(blob);
    }

    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable guarded returns (bytes32 offerId) {
        bytes memory blob;
        (offerId, blob) = _open(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, duration);
        emit MultiSwapOfferCreated(
            offerId,
            msg.sender,
            blob.recipientOf(),
            tokenAContracts,
            tokenAIds,
            tokenBContracts,
            tokenBIds,
            block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, tokenAContracts.length, tokenBContracts.length);
        _takeIn(blob);
    }

    function acceptSwapOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeWei);
        OfferState offer = _openOffer(offerId);
        bytes memory blob = _blobOf(offerId);
        address recipient = blob.recipientOf();
        if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);
        _requireUnexpired(offerId, offer);
        // Effect:
        offers[offerId] = offer.withStatus(COMPLETED);
        emit SwapCompleted(offerId, recipient);
        // Interaction:
        uint256 offeredSide = Settlement.moveSide(blob.requestedSide(), recipient, offer.creatorOf());
        Settlement.moveSide(offeredSide, address(this), recipient);
    }

    function cancelSwapOffer(bytes32 offerId) external guarded {
        // Check:
        OfferState offer = _openOffer(offerId);
        if (msg.sender != offer.creatorOf()) revert NotCreator(offerId, msg.sender, offer.creatorOf());
        _requireUnexpired(offerId, offer);
        _cancel(offerId, offer, _blobOf(offerId));
    }

    function cancelExpiredOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeWei);
        OfferState offer = _openOffer(offerId);
        bytes memory blob = _blobOf(offerId);
        if (msg.sender != offer.creatorOf() && msg.sender != blob.recipientOf()) revert NotParty(offerId, msg.sender);
        if (block.timestamp <= offer.expiresAtOf()) {
            revert OfferNotExpired(offerId, offer.expiresAtOf(), block.timestamp);
        }
        _cancel(offerId, offer, blob);
    }

    function claimReturned(bytes32 offerId) external guarded {
        // Check:
        OfferState offer = offers[offerId];
        if (offer.statusOf() == UNKNOWN) revert UnknownOffer(offerId);
        uint256 waiting = offer.unreturnedOf();
        if (waiting == 0) revert NothingToClaim(offerId);
        // Interaction: the NFTs stay held until they have left, so the state follows.
        uint256 offeredSide = _blobOf(offerId).offeredSide();
        uint256 kept = Returning.returnSide(offeredSide, offer.creatorOf(), waiting, Returning.shareOfGas(waiting));
        if (kept == waiting) revert NothingReturned(offerId);
        // Effect:
        offers[offerId] = offer.withUnreturned(kept);
        _emitClaimed(offerId, offeredSide, waiting & ~kept);
    }

    // ── The owner ────────────────────────────────────────────────────────────────────────────────────────────────────

    function emergencyWithdraw(address nftContract, uint256 tokenId) external guarded onlyOwner {
        // Check:
        bytes32 holder = custodyOf(nftContract, tokenId);
        if (holder != 0) revert HeldByOffer(nftContract, tokenId, holder);
        // Interaction:
        emit EmergencyWithdrawn(nftContract, tokenId, msg.sender);
        Settlement.moveOne(nftContract, address(this), msg.sender, tokenId);
    }

    // ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function getOfferDetails(bytes32 offerId)
        external
        view
        returns (
            address creator,
            address recipient,
            address[] memory tokenAContracts,
            uint256[] memory tokenAIds,
            address[] memory tokenBContracts,
            uint256[] memory tokenBIds,
            uint256 expiresAt,
            bool isActive
        )
    {
        OfferState offer = offers[offerId];
        if (offer.statusOf() == UNKNOWN) revert UnknownOffer(offerId);
        bytes memory blob = _blobOf(offerId);
        creator = offer.creatorOf();
        recipient = blob.recipientOf();
        (tokenAContracts, tokenAIds) = OfferBlob.listsOf(blob.offeredSide());
        (tokenBContracts, tokenBIds) = OfferBlob.listsOf(blob.requestedSide());
        expiresAt = offer.expiresAtOf();
        isActive = offer.statusOf() == ACTIVE;
    }

    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status)
    {
        OfferState offer = offers[offerId];
        status = offer.statusOf();
        if (status == UNKNOWN) return (address(0), address(0), 0, UNKNOWN);
        return (offer.creatorOf(), _blobOf(offerId).recipientOf(), offer.expiresAtOf(), status);
    }

    function custodyOf(address nftContract, uint256 tokenId) public view returns (bytes32 offerId) {
        return _holder(custody.numberOf(nftContract, tokenId), nftContract, tokenId);
    }

    function onERC721Received(address operator, address, uint256 tokenId, bytes calldata)
        external
        view
        returns (bytes4)
    {
        if (operator != address(this) || !_isTakingIn()) revert UnexpectedNft(msg.sender, tokenId);
        return IERC721Receiver.onERC721Received.selector;
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Everything about a new offer but the move of its NFTs.
    function _open(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        uint256 durationS
    ) private returns (bytes32 offerId, bytes memory blob) {
        // Check:
        Settings memory current = settings;
        if (current.creationPaused) revert CreationPaused();
        _requireValue(current.feeWei);
        uint32 number = current.offersCreated + 1;
        OfferTerms.requireShape(offeredNfts, offeredIds, requestedNfts, requestedIds, durationS);
        OfferTerms.requireDistinct(offeredNfts, offeredIds, requestedNfts, requestedIds, number);
        blob = OfferBlob.encode(offeredNfts, offeredIds, requestedNfts, requestedIds);
        blob.setRecipient(_requireTerms(blob));
        // Effect:
        offerId = OfferId.ofBlob(SSTORE2.write(blob));
        assert(offerId == OfferId.ofNumber(address(this), number));
        settings.offersCreated = number;
        offers[offerId] = activeState(msg.sender, block.timestamp + durationS);
        for (uint256 i; i < offeredNfts.length; ++i) {
            _record(offeredNfts[i], offeredIds[i], number);
        }
    }

    function _requireTerms(bytes memory blob) private view returns (address recipient) {
        uint256 offeredSide = blob.offeredSide();
        uint256 requestedSide = blob.requestedSide();
        OfferTerms.requireErc721(offeredSide);
        OfferTerms.requireErc721(requestedSide);
        recipient = OfferTerms.recipientOf(requestedSide);
        OfferTerms.requireNotCollection(offeredSide, recipient);
        OfferTerms.requireNotCollection(requestedSide, recipient);
    }

    function _record(address nft, uint256 id, uint256 number) private {
        uint256 before = custody.record(nft, id, number);
        if (before == 0) return;
        bytes32 holder = _holder(before, nft, id);
        if (holder != 0) revert HeldByOffer(nft, id, holder);
    }

    function _takeIn(bytes memory blob) private takingIn {
        // Interaction:
        Settlement.moveSide(blob.offeredSide(), msg.sender, address(this));
    }

    function _cancel(bytes32 offerId, OfferState offer, bytes memory blob) private {
        uint256 offeredSide = blob.offeredSide();
        uint256 all = (1 << OfferBlob.countOf(offeredSide)) - 1;
        // Effect: closed, and every NFT held until it has left.
        offers[offerId] = offer.withStatus(CANCELLED).withUnreturned(all);
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        uint256 kept = Returning.returnSide(offeredSide, offer.creatorOf(), all, Returning.CALL_GAS);
        // Effect:
        offers[offerId] = offer.withStatus(CANCELLED).withUnreturned(kept);
        if (kept != 0) _emitFailed(offerId, offeredSide, kept);
    }

    function _emitFailed(bytes32 offerId, uint256 offeredSide, uint256 bits) private {
        (address[] memory nfts, uint256[] memory ids) = OfferBlob.listsOf(offeredSide);
        for (uint256 i; i < nfts.length; ++i) {
            if ((bits >> i) & 1 == 1) emit ReturnFailed(offerId, nfts[i], ids[i]);
        }
    }

    function _emitClaimed(bytes32 offerId, uint256 offeredSide, uint256 bits) private {
        (address[] memory nfts, uint256[] memory ids) = OfferBlob.listsOf(offeredSide);
        for (uint256 i; i < nfts.length; ++i) {
            if ((bits >> i) & 1 == 1) emit ReturnClaimed(offerId, nfts[i], ids[i]);
        }
    }

    /// @return offerId The offer of this number if it holds the NFT that it took in; zero otherwise
    function _holder(uint256 number, address nft, uint256 id) private view returns (bytes32 offerId) {
        if (number == 0) return 0;
        offerId = OfferId.ofNumber(address(this), number);
        OfferState offer = offers[offerId];
        if (offer.statusOf() == ACTIVE) return offerId;
        uint256 waiting = offer.unreturnedOf();
        if (waiting == 0) return 0;
        return waiting & OfferBlob.bitOf(_blobOf(offerId).offeredSide(), nft, id) == 0 ? bytes32(0) : offerId;
    }

    function _openOffer(bytes32 offerId) private view returns (OfferState offer) {
        offer = offers[offerId];
        uint8 status = offer.statusOf();
        if (status == UNKNOWN) revert UnknownOffer(offerId);
        if (status != ACTIVE) revert OfferClosed(offerId, status);
    }

    function _requireUnexpired(bytes32 offerId, OfferState offer) private view {
        uint256 expiresAt = offer.expiresAtOf();
        if (block.timestamp > expiresAt) revert OfferExpired(offerId, expiresAt, block.timestamp);
    }

    function _requireValue(uint256 dueWei) private view {
        if (msg.value != dueWei) revert WrongValue(msg.value, dueWei);
    }

    function _blobOf(bytes32 offerId) private view returns (bytes memory) {
        return SSTORE2.read(OfferId.blobOf(offerId));
    }

    function _nftsAt(uint256 position) private pure returns (address[] calldata nfts) {
        assembly ("memory-safe") {
            nfts.offset := position
            nfts.length := 1
        }
    }

    function _idsAt(uint256 position) private pure returns (uint256[] calldata ids) {
        assembly ("memory-safe") {
            ids.offset := position
            ids.length := 1
        }
    }
}
