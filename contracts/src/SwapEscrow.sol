// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {Custody} from "./Custody.sol";
import {EscrowOwner} from "./EscrowOwner.sol";
import {Lists} from "./Lists.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {ACTIVE, CANCELLED, COMPLETED, OfferState, UNKNOWN, activeState} from "./OfferState.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settings} from "./Settings.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
contract SwapEscrow is EscrowOwner {
    using Custody for Custody.Index;
    using Lists for address[];
    using Lists for uint256[];
    using OfferBlob for bytes;

    /// @dev A struct, so that its place is worked out once a call.
    struct Slot {
        OfferState state;
    }

    mapping(bytes32 offerId => Slot) private slots;
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
        address recipient;
        uint256 offeredSide;
        // The arguments lie in the call data one after the other, each like an array of one.
        (offerId, recipient, offeredSide) =
            _open(Lists.nftAt(4), Lists.idAt(36), Lists.nftAt(68), Lists.idAt(100), duration);
        emit SwapOfferCreated(
            offerId, msg.sender, recipient, tokenA, tokenIdA, tokenB, tokenIdB, block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, 1, 1);
        _takeIn(offeredSide);
    }

    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable guarded returns (bytes32 offerId) {
        address recipient;
        uint256 offeredSide;
        (offerId, recipient, offeredSide) = _open(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, duration);
        emit MultiSwapOfferCreated(
            offerId,
            msg.sender,
            recipient,
            tokenAContracts,
            tokenAIds,
            tokenBContracts,
            tokenBIds,
            block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, tokenAContracts.length, tokenBContracts.length);
        _takeIn(offeredSide);
    }

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
        OfferState offer = slots[offerId].state;
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
        OfferState offer = slots[offerId].state;
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
    ) private returns (bytes32 offerId, address recipient, uint256 offeredSide) {
        // Check:
        Settings current = settings;
        if (current.isPaused()) revert CreationPaused();
        _requireValue(current.feeOf());
        current = current.withOneMoreOffer();
        uint256 number = current.offersCreatedOf();
        OfferTerms.requireShape(offeredNfts, offeredIds, requestedNfts, requestedIds, durationS);
        OfferTerms.requireDistinct(offeredNfts, offeredIds, requestedNfts, requestedIds, number);
        bytes memory blob = OfferBlob.encode(offeredNfts, offeredIds, requestedNfts, requestedIds);
        offeredSide = blob.offeredSide();
        recipient = OfferTerms.requireTerms(offeredSide, blob.requestedSide());
        blob.setRecipient(recipient);
        // Effect:
        settings = current;
        offerId = OfferId.ofBlob(SSTORE2.write(blob)); // the contract's only creations, so their count is its nonce
        slots[offerId].state = activeState(msg.sender, block.timestamp + durationS);
        for (uint256 i; i < offeredNfts.length; ++i) {
            _record(offeredNfts.item(i), offeredIds.item(i), number);
        }
    }

    function _record(address nft, uint256 id, uint256 number) private {
        uint256 before = custody.record(nft, id, number);
        if (before == 0) return;
        bytes32 holder = _holder(before, nft, id);
        if (holder != 0) revert HeldByOffer(nft, id, holder);
    }

    function _takeIn(uint256 offeredSide) private {
        _beginTakingIn();
        // Interaction:
        Settlement.moveSide(offeredSide, msg.sender, address(this));
    }

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

    /// @return offerId The offer of this number if it holds the NFT that it took in; zero otherwise
    function _holder(uint256 number, address nft, uint256 id) private view returns (bytes32 offerId) {
        if (number == 0) return 0;
        offerId = OfferId.ofNumber(address(this), number);
        OfferState offer = slots[offerId].state;
        if (offer.statusOf() == ACTIVE) return offerId;
        uint256 waiting = offer.unreturnedOf();
        if (waiting == 0) return 0;
        return waiting & OfferBlob.bitOf(_blobOf(offerId).offeredSide(), nft, id) == 0 ? bytes32(0) : offerId;
    }

    function _openOffer(bytes32 offerId) private view returns (Slot storage slot, OfferState offer) {
        slot = slots[offerId];
        offer = slot.state;
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
}
