// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferCreation} from "./OfferCreation.sol";
import {OfferStatus} from "./OfferStatus.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
contract SwapEscrow is OfferCreation {
    using OfferBlob for bytes;
    using OfferStatus for OfferStatus.Word;
    using OfferStatus for OfferStatus.Words;

    /// @dev Bits for every NFT that a side can have; those beyond a list's end mean nothing.
    uint256 private constant ALL = (1 << OfferTerms.MAX_NFTS_PER_SIDE) - 1;

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_)
        EscrowOwner(initialOwner, initialFee, maxFee_)
    {}

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function acceptSwapOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeOf());
        (uint256 number, bytes memory blob, OfferStatus.Word storage word, uint256 bits) = _findOpen(offerId);
        address recipient = blob.recipientOf();
        if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);
        _requireUnexpired(offerId, blob);
        // Effect:
        word.setIn(bits, number, OfferStatus.SWAPPED);
        emit SwapCompleted(offerId, recipient);
        // Interaction:
        uint256 offeredSide = Settlement.moveSide(blob.requestedSide(), recipient, blob.creatorOf());
        Settlement.moveSide(offeredSide, address(this), recipient);
    }

    function cancelSwapOffer(bytes32 offerId) external guarded {
        // Check:
        (uint256 number, bytes memory blob, OfferStatus.Word storage word, uint256 bits) = _findOpen(offerId);
        address creator = blob.creatorOf();
        if (msg.sender != creator) revert NotCreator(offerId, msg.sender, creator);
        _requireUnexpired(offerId, blob);
        // Effect:
        word.setIn(bits, number, OfferStatus.LEAVING);
        _cancel(offerId, number, blob, word);
    }

    function cancelExpiredOffer(bytes32 offerId) external payable guarded {
        // Check:
        _requireValue(settings.feeOf());
        (uint256 number, bytes memory blob, OfferStatus.Word storage word, uint256 bits) = _findOpen(offerId);
        if (msg.sender != blob.creatorOf() && msg.sender != blob.recipientOf()) revert NotParty(offerId, msg.sender);
        uint256 expiresAt = blob.expiresAtOf();
        if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);
        // Effect:
        word.setIn(bits, number, OfferStatus.LEAVING);
        _cancel(offerId, number, blob, word);
    }

    function claimReturned(bytes32 offerId) external guarded {
        // Check:
        (uint256 number, bytes memory blob) = _find(offerId);
        OfferStatus.Word storage word = statuses.wordOf(number);
        if (word.get(number) != OfferStatus.LEAVING) revert NothingToClaim(offerId);
        // Interaction: the NFTs stay held until they have left, so the state follows.
        uint256 offeredSide = blob.offeredSide();
        uint256 waiting = ALL & ~departed[number];
        uint256 kept = Returning.returnSide(offeredSide, blob.creatorOf(), waiting, Returning.shareOfGas(waiting));
        if (kept == waiting) revert NothingReturned(offerId);
        // Effect:
        _noteKept(number, word, kept);
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

    /// @dev Of an offer that is LEAVING: closed, and every NFT held until it has left.
    function _cancel(bytes32 offerId, uint256 number, bytes memory blob, OfferStatus.Word storage word) private {
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        uint256 offeredSide = blob.offeredSide();
        uint256 kept = Returning.returnSide(offeredSide, blob.creatorOf(), ALL, Returning.CALL_GAS);
        // Effect:
        _noteKept(number, word, kept);
        if (kept != 0) _emitFailed(offerId, offeredSide, kept);
    }

    /// @param kept A bit for each NFT of a LEAVING offer that is still here
    function _noteKept(uint256 number, OfferStatus.Word storage word, uint256 kept) private {
        if (kept == 0) word.set(number, OfferStatus.LEFT);
        else departed[number] = ALL & ~kept;
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

    function _requireUnexpired(bytes32 offerId, bytes memory blob) private view {
        uint256 expiresAt = blob.expiresAtOf();
        if (block.timestamp > expiresAt) revert OfferExpired(offerId, expiresAt, block.timestamp);
    }
}
