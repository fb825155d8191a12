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
import {Settings} from "./Settings.sol";
import {Settlement} from "./Settlement.sol";

/// @title The escrow. What each function promises stands in ISwapEscrow.
/// @custom:security-contact security@parley.example
contract SwapEscrow is OfferCreation {
    using OfferBlob for bytes;
    using OfferStatus for OfferStatus.Word;
    using OfferStatus for OfferStatus.Words;

    /// @dev Bits for every NFT that a side can have; those beyond a list's end mean nothing.
    uint256 private constant ALL = (1 << OfferTerms.MAX_NFTS_PER_SIDE) - 1;

    /// @dev From then on anyone may send an expired offer home.
    uint256 private constant ABANDONED_AFTER_S = 30 days;

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_)
        EscrowOwner(initialOwner, initialFee, maxFee_)
    {}

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function acceptSwapOffer(bytes32 offerId) external payable guarded {
        // Effect:
        bytes memory blob = _close(offerId, OfferStatus.SWAPPED);
        if (blob.coinsKind() != OfferBlob.NO_COINS) return _acceptWithCoins(offerId, blob);
        // Check:
        _requireValue(settings.feeOf());
        address recipient = _requireRecipient(offerId, blob);
        emit SwapCompleted(offerId, recipient);
        // Interaction:
        uint256 offeredSide = Settlement.moveSide(blob.requestedSide(), recipient, blob.creatorOf(), gasleft());
        Settlement.moveSide(offeredSide, address(this), recipient, gasleft());
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
        if (marked > OfferBlob.REQUESTED_ONLY) {
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
        // Effect:
        bytes memory blob = _close(offerId, OfferStatus.LEFT);
        // Check:
        if (msg.sender != blob.creatorOf() && msg.sender != blob.recipientOf()) revert NotParty(offerId, msg.sender);
        uint256 expiresAt = blob.expiresAtOf();
        if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        _sendHome(offerId, blob, blob.creatorOf());
    }

    function sendHome(bytes32 offerId) external guardedReturn(offerId) {
        // Effect:
        bytes memory blob = _close(offerId, OfferStatus.LEFT);
        // Check:
        uint256 openFrom = blob.expiresAtOf() + ABANDONED_AFTER_S;
        if (block.timestamp < openFrom) revert TooEarlyToSendHome(offerId, openFrom, block.timestamp);
        emit SwapCancelled(offerId, msg.sender);
        // Interaction:
        _sendHome(offerId, blob, blob.creatorOf());
    }

    function claimReturned(bytes32 offerId) external guarded {
        _claim(offerId, ALL);
    }

    function claimReturned(bytes32 offerId, uint256 which) external guarded {
        _claim(offerId, which);
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

    function _acceptWithCoins(bytes32 offerId, bytes memory blob) private {
        // Check:
        Settings current = settings;
        (uint256 offeredCoins, uint256 requestedCoins) = blob.coins();
        _requireValue(current.feeOf() + requestedCoins);
        address recipient = _requireRecipient(offerId, blob);
        address creator = blob.creatorOf();
        // Effect:
        if (offeredCoins != 0) settings = current.withLessCoins(offeredCoins);
        emit SwapCompleted(offerId, recipient);
        // Interaction: NFTs first, so that undelivered NFTs are never paid for.
        uint256 side = blob.requestedSideOrNone();
        if (side != 0) Settlement.moveSide(side, recipient, creator, gasleft());
        side = blob.offeredSideOrNone();
        if (side != 0) Settlement.moveSide(side, address(this), recipient, gasleft());
        _pay(offerId, creator, requestedCoins);
        _pay(offerId, recipient, offeredCoins);
    }

    /// @param which A bit for each NFT that is to go, in the order of the list; those of NFTs that are gone mean nothing
    function _claim(bytes32 offerId, uint256 which) private {
        // Check:
        (uint256 number, bytes memory blob) = _find(offerId);
        if (statuses.wordOf(number).get(number) != OfferStatus.LEAVING) revert NothingToClaim(offerId);
        uint256 waiting = ALL & ~departed[number];
        uint256 wanted = waiting & which;
        if (wanted == 0) revert NotWaiting(offerId, which, waiting);
        // Interaction: the NFTs stay held until they have left, so the state follows.
        uint256 offeredSide = blob.offeredSideOrNone();
        uint256 kept = Returning.returnSide(offeredSide, blob.creatorOf(), wanted, Returning.shareOfGas(wanted));
        if (kept == wanted) revert NothingReturned(offerId);
        // Effect:
        _noteKept(number, (waiting & ~wanted) | kept);
        _emitClaimed(offerId, offeredSide, wanted & ~kept);
    }

    /// @dev Of an offer that was just closed as LEFT: until the call ends its NFTs count as held, since it is returning.
    function _sendHome(bytes32 offerId, bytes memory blob, address creator) private {
        if (blob.coinsKind() != OfferBlob.NO_COINS) return _sendHomeWithCoins(offerId, blob, creator);
        _returnSide(offerId, blob, creator, OfferBlob.behind(blob.requestedSide()));
    }

    function _sendHomeWithCoins(bytes32 offerId, bytes memory blob, address creator) private {
        // Effect:
        (uint256 coins,) = blob.coins();
        if (coins != 0) settings = settings.withLessCoins(coins);
        // Interaction:
        uint256 side = blob.offeredSideOrNone();
        if (side != 0) {
            (OfferRun run, uint256 ids) = readRun(side);
            if (!run.isAlone()) _returnSide(offerId, blob, creator, side);
            else if (Returning.returnAlone(run, ids, creator)) _holdOn(offerId, blob, 1);
        }
        if (coins == 0) return;
        _endReturning();
        _pay(offerId, creator, coins);
    }

    function _returnSide(bytes32 offerId, bytes memory blob, address creator, uint256 side) private {
        uint256 kept = Returning.returnSide(side, creator, ALL, Returning.CALL_GAS);
        if (kept != 0) _holdOn(offerId, blob, kept);
    }

    /// @dev After the one NFT of an offer was sent home and not seen there.
    /// @param available Gas that was left before the transfer
    function _lookAgain(bytes32 offerId, uint256 available) private {
        (, bytes memory blob) = _find(offerId);
        (OfferRun run, uint256 ids) = readRun(blob.offeredSideOrNone());
        if (Returning.stays(run.nftOf(), run.idOf(ids, 0), available, Returning.CALL_GAS)) _holdOn(offerId, blob, 1);
    }

    /// @param kept A bit for each NFT that could not be returned
    function _holdOn(bytes32 offerId, bytes memory blob, uint256 kept) private {
        // Effect:
        _noteKept(OfferId.numberOf(offerId), kept);
        _emitFailed(offerId, blob.offeredSideOrNone(), kept);
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

    function _requireRecipient(bytes32 offerId, bytes memory blob) private view returns (address recipient) {
        recipient = blob.recipientOf();
        if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);
        if (block.timestamp > blob.expiresAtOf()) _refuseExpired(offerId, blob);
    }

    function _refuseExpired(bytes32 offerId, bytes memory blob) private view {
        revert OfferExpired(offerId, blob.expiresAtOf(), block.timestamp);
    }
}
