// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {Custody} from "./Custody.sol";
import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {ACTIVE, OfferState, UNKNOWN} from "./OfferState.sol";

/// @notice What is written down about offers, and reading it.
abstract contract OfferBook is EscrowOwner {
    using Custody for Custody.Index;
    using OfferBlob for bytes;

    /// @dev A struct, so that its place is worked out once a call.
    struct Slot {
        OfferState state;
    }

    mapping(bytes32 offerId => Slot) internal slots;
    Custody.Index internal custody;

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

    /// @return offerId The offer of this number if it holds the NFT that it took in; zero otherwise
    function _holder(uint256 number, address nft, uint256 id) internal view returns (bytes32 offerId) {
        if (number == 0) return 0;
        offerId = OfferId.ofNumber(address(this), number);
        OfferState offer = slots[offerId].state;
        if (offer.statusOf() == ACTIVE) return offerId;
        uint256 waiting = offer.unreturnedOf();
        if (waiting == 0) return 0;
        return waiting & OfferBlob.bitOf(_blobOf(offerId).offeredSide(), nft, id) == 0 ? bytes32(0) : offerId;
    }

    function _openOffer(bytes32 offerId) internal view returns (Slot storage slot, OfferState offer) {
        slot = slots[offerId];
        offer = slot.state;
        uint8 status = offer.statusOf();
        if (status == UNKNOWN) revert UnknownOffer(offerId);
        if (status != ACTIVE) revert OfferClosed(offerId, status);
    }

    function _blobOf(bytes32 offerId) internal view returns (bytes memory) {
        return SSTORE2.read(OfferId.blobOf(offerId));
    }

    function _requireValue(uint256 dueWei) internal view {
        if (msg.value != dueWei) revert WrongValue(msg.value, dueWei);
    }
}
