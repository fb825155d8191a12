// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Custody} from "./Custody.sol";
import {EscrowCoins} from "./EscrowCoins.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {OfferStatus} from "./OfferStatus.sol";

/// @notice What is written down about offers, and reading it.
abstract contract OfferBook is EscrowCoins {
    using Custody for Custody.Index;
    using OfferBlob for bytes;
    using OfferStatus for OfferStatus.Word;
    using OfferStatus for OfferStatus.Words;

    OfferStatus.Words internal statuses;
    Custody.Index internal custody;
    /// @dev Only for offers that are LEAVING: a bit for each offered NFT that has left, in the order of the list.
    mapping(uint256 number => uint256 bits) internal departed;

    constructor() {
        statuses.start(0);
    }

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
        (uint256 number, bytes memory blob) = _find(offerId);
        creator = blob.creatorOf();
        recipient = blob.recipientOf();
        (tokenAContracts, tokenAIds) = OfferBlob.listsOf(blob.offeredSideOrNone());
        (tokenBContracts, tokenBIds) = OfferBlob.listsOf(blob.requestedSideOrNone());
        expiresAt = blob.expiresAtOf();
        isActive = statuses.wordOf(number).get(number) == OfferStatus.OPEN;
    }

    function coinsOf(bytes32 offerId) external view returns (uint256 coinsA, uint256 coinsB) {
        (, bytes memory blob) = _find(offerId);
        if (blob.coinsKind() != OfferBlob.NO_COINS) return blob.coins();
    }

    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status)
    {
        uint256 number = OfferId.numberOf(offerId);
        (bytes32 found, bytes memory blob) = _numbered(number);
        if (found != offerId) return (address(0), address(0), 0, 0);
        return (
            blob.creatorOf(),
            blob.recipientOf(),
            blob.expiresAtOf(),
            OfferStatus.shown(statuses.wordOf(number).get(number))
        );
    }

    function custodyOf(address nftContract, uint256 tokenId) public view returns (bytes32 offerId) {
        return _holder(custody.numberOf(nftContract, tokenId), nftContract, tokenId);
    }

    /// @return offerId The offer of this number if it holds the NFT that it took in; zero otherwise
    function _holder(uint256 number, address nft, uint256 id) internal view returns (bytes32 offerId) {
        if (number == 0) return 0;
        uint256 status = statuses.wordOf(number).get(number);
        if (status == OfferStatus.SWAPPED) return 0;
        bytes memory blob;
        (offerId, blob) = _numbered(number);
        if (status == OfferStatus.LEFT) return _isReturning(offerId) ? offerId : bytes32(0);
        if (status == OfferStatus.OPEN) return offerId;
        if (departed[number] & OfferBlob.bitOf(blob.offeredSideOrNone(), nft, id) != 0) return 0;
    }

    function _find(bytes32 offerId) internal view returns (uint256 number, bytes memory blob) {
        number = OfferId.numberOf(offerId);
        bytes32 found;
        (found, blob) = _numbered(number);
        if (found != offerId) revert UnknownOffer(offerId);
    }

    /// @notice Closes an open offer. Who calls this checks who may, before anything else is called.
    /// @return blob Its terms
    function _close(bytes32 offerId, uint256 newStatus) internal returns (bytes memory blob) {
        uint256 number = OfferId.numberOf(offerId);
        bytes32 found;
        (found, blob) = _numbered(number);
        if (found != offerId) revert UnknownOffer(offerId);
        uint256 before = statuses.wordOf(number).close(number, newStatus);
        if (before != OfferStatus.OPEN) revert OfferClosed(offerId, OfferStatus.shown(before));
    }

    function _requireValue(uint256 dueWei) internal view {
        if (msg.value != dueWei) revert WrongValue(msg.value, dueWei);
    }

    /// @return offerId The id of the offer with this number. If there is none, an id with another number, which is
    /// therefore never the id that was asked for
    /// @return blob Its terms
    function _numbered(uint256 number) private view returns (bytes32 offerId, bytes memory blob) {
        offerId = OfferId.ofNumber(address(this), number);
        blob = OfferBlob.loadShort(OfferId.blobOf(offerId));
        if (blob.isShort()) return (offerId, blob);
        if (!blob.isSealed()) return (~offerId, blob);
        blob = OfferBlob.loadLong(OfferId.blobOf(offerId));
    }
}
