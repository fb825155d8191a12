// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721Calls} from "./Erc721Calls.sol";
import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {OfferCreation} from "./OfferCreation.sol";
import {OfferRun, readRun} from "./OfferRun.sol";
import {OfferStatus} from "./OfferStatus.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
/// @custom:security-contact security@parley.example
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
        // Effect:
        bytes memory blob = _close(offerId, OfferStatus.SWAPPED);
        // Check:
        address recipient = blob.recipientOf();
        if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);
        if (block.timestamp > blob.expiresAtOf()) _refuseExpired(offerId, blob);
        emit SwapCompleted(offerId, recipient);
        // Interaction:
        uint256 offeredSide = Settlement.moveSide(blob.requestedSide(), recipient, blob.creatorOf());
        Settlement.moveSide(offeredSide, address(this), recipient);
    }

    function cancelSwapOffer(bytes32 offerId) external guardedReturn(offerId) {
        // Effect:
        bytes memory blob = _close(offerId, OfferStatus.LEFT);
        // Check:
        address creator = blob.creatorOf();
        if (msg.sender != creator) revert NotCreator(offerId, msg.sender, creator);
        if (block.timestamp > blob.expiresAtOf()) _refuseExpired(offerId, blob);
        emit SwapCancelled(offerId, creator);
        // Interaction:
        (uint256 marked, address nft, uint256 id) = blob.markedOffered();
        if (marked != 0) {
            (bool seen, uint256 available) =
                Erc721Calls.transferAndLook(nft, creator, id, Returning.CALL_GAS, Returning.VIEW_GAS);
            if (!seen) _lookAgain(offerId, available);
        } else {
            _sendHome(offerId, blob, creator);
        }
    }

    function cancelExpiredOffer(bytes32 offerId) external payable guardedReturn(offerId) {
        // Check:
        _requireValue(settings.feeOf());
        (uint256 number, bytes memory blob) = _find(offerId);
        OfferStatus.Word storage word = statuses.wordOf(number);
        uint256 status = word.get(number);
        if (status != OfferStatus.OPEN) revert OfferClosed(offerId, OfferStatus.shown(status));
        if (msg.sender != blob.creatorOf() && msg.sender != blob.recipientOf()) revert NotParty(offerId, msg.sender);
        uint256 expiresAt = blob.expiresAtOf();
        if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);
        // Effect:
        word.set(number, OfferStatus.LEFT);
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        _sendHome(offerId, blob, blob.creatorOf());
    }

    function claimReturned(bytes32 offerId) external guarded {
        // Check:
        (uint256 number, bytes memory blob) = _find(offerId);
        if (statuses.wordOf(number).get(number) != OfferStatus.LEAVING) revert NothingToClaim(offerId);
        // Interaction: the NFTs stay held until they have left, so the state follows.
        uint256 offeredSide = blob.offeredSide();
        uint256 waiting = ALL & ~departed[number];
        uint256 kept = Returning.returnSide(offeredSide, blob.creatorOf(), waiting, Returning.shareOfGas(waiting));
        if (kept == waiting) revert NothingReturned(offerId);
        // Effect:
        _noteKept(number, kept);
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

    /// @dev Of an offer that was just closed as LEFT: until the call ends its NFTs count as held, since it is returning.
    function _sendHome(bytes32 offerId, bytes memory blob, address creator) private {
        uint256 kept = Returning.returnSide(blob.offeredSide(), creator, ALL, Returning.CALL_GAS);
        if (kept != 0) _holdOn(offerId, blob, kept);
    }

    /// @dev After the one NFT of an offer was sent home and not seen there.
    /// @param available Gas that was left before the transfer
    function _lookAgain(bytes32 offerId, uint256 available) private {
        (, bytes memory blob) = _find(offerId);
        (OfferRun run, uint256 ids) = readRun(blob.offeredSide());
        if (Returning.stays(run.nftOf(), run.idOf(ids, 0), available)) _holdOn(offerId, blob, 1);
    }

    /// @param kept A bit for each NFT that could not be returned
    function _holdOn(bytes32 offerId, bytes memory blob, uint256 kept) private {
        // Effect:
        _noteKept(OfferId.numberOf(offerId), kept);
        _emitFailed(offerId, blob.offeredSide(), kept);
    }

    /// @param kept A bit for each NFT of a cancelled offer that is still here
    function _noteKept(uint256 number, uint256 kept) private {
        OfferStatus.Word storage word = statuses.wordOf(number);
        if (kept == 0) return word.set(number, OfferStatus.LEFT);
        word.set(number, OfferStatus.LEAVING);
        departed[number] = ALL & ~kept;
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

    function _refuseExpired(bytes32 offerId, bytes memory blob) private view {
        revert OfferExpired(offerId, blob.expiresAtOf(), block.timestamp);
    }
}
