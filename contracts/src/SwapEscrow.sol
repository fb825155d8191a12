// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferCreation} from "./OfferCreation.sol";
import {CANCELLED, COMPLETED, OfferState, UNKNOWN} from "./OfferState.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
contract SwapEscrow is OfferCreation {
    using OfferBlob for bytes;

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_)
        EscrowOwner(initialOwner, initialFee, maxFee_)
    {}

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function acceptSwapOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeOf());
        (Slot storage slot, OfferState offer) = _openOffer(offerId);
        bytes memory blob = _blobOf(offerId);
        address recipient = blob.recipientOf();
        if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);
        _requireUnexpired(offerId, offer);
        // Effect:
        slot.state = offer.withStatus(COMPLETED);
        emit SwapCompleted(offerId, recipient);
        // Interaction:
        uint256 offeredSide = Settlement.moveSide(blob.requestedSide(), recipient, offer.creatorOf());
        Settlement.moveSide(offeredSide, address(this), recipient);
    }

    function cancelSwapOffer(bytes32 offerId) external guarded {
        // Check:
        (Slot storage slot, OfferState offer) = _openOffer(offerId);
        if (msg.sender != offer.creatorOf()) revert NotCreator(offerId, msg.sender, offer.creatorOf());
        _requireUnexpired(offerId, offer);
        _cancel(offerId, slot, offer, _blobOf(offerId));
    }

    function cancelExpiredOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeOf());
        (Slot storage slot, OfferState offer) = _openOffer(offerId);
        bytes memory blob = _blobOf(offerId);
        if (msg.sender != offer.creatorOf() && msg.sender != blob.recipientOf()) revert NotParty(offerId, msg.sender);
        if (block.timestamp <= offer.expiresAtOf()) {
            revert OfferNotExpired(offerId, offer.expiresAtOf(), block.timestamp);
        }
        _cancel(offerId, slot, offer, blob);
    }

    function claimReturned(bytes32 offerId) external guarded {
        // Check:
        Slot storage slot = slots[offerId];
        OfferState offer = slot.state;
        if (offer.statusOf() == UNKNOWN) revert UnknownOffer(offerId);
        uint256 waiting = offer.unreturnedOf();
        if (waiting == 0) revert NothingToClaim(offerId);
        // Interaction: the NFTs stay held until they have left, so the state follows.
        uint256 offeredSide = _blobOf(offerId).offeredSide();
        uint256 kept = Returning.returnSide(offeredSide, offer.creatorOf(), waiting, Returning.shareOfGas(waiting));
        if (kept == waiting) revert NothingReturned(offerId);
        // Effect:
        slot.state = offer.withUnreturned(kept);
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

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _cancel(bytes32 offerId, Slot storage slot, OfferState offer, bytes memory blob) private {
        uint256 offeredSide = blob.offeredSide();
        uint256 all = (1 << OfferTerms.MAX_NFTS_PER_SIDE) - 1; // bits beyond the list mean nothing
        // Effect: closed, and every NFT held until it has left.
        slot.state = offer.withStatus(CANCELLED).withUnreturned(all);
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        uint256 kept = Returning.returnSide(offeredSide, offer.creatorOf(), all, Returning.CALL_GAS);
        // Effect:
        slot.state = offer.withStatus(CANCELLED).withUnreturned(kept);
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

    function _requireUnexpired(bytes32 offerId, OfferState offer) private view {
        uint256 expiresAt = offer.expiresAtOf();
        if (block.timestamp > expiresAt) revert OfferExpired(offerId, expiresAt, block.timestamp);
    }
}
