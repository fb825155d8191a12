// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Custody} from "./Custody.sol";
import {EscrowOwner} from "./EscrowOwner.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferId} from "./OfferId.sol";
import {OfferStatus} from "./OfferStatus.sol";

/// @notice What is written down about offers, and reading it.
abstract contract OfferBook is EscrowOwner {
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
        (tokenAContracts, tokenAIds) = OfferBlob.listsOf(blob.offeredSide());
        (tokenBContracts, tokenBIds) = OfferBlob.listsOf(blob.requestedSide());
        expiresAt = blob.expiresAtOf();
        isActive = statuses.wordOf(number).get(number) == OfferStatus.OPEN;
    }

    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status)
    {
        (uint256 number, bytes memory blob) = _lookUp(offerId);
        if (blob.length == 0) return (address(0), address(0), 0, 0);
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
        if (status == OfferStatus.SWAPPED || status == OfferStatus.LEFT) return 0;
        offerId = OfferId.ofNumber(address(this), number);
        if (status == OfferStatus.OPEN) return offerId;
        uint256 bit = OfferBlob.bitOf(OfferBlob.load(OfferId.blobOf(offerId)).offeredSide(), nft, id);
        if (departed[number] & bit != 0) return 0;
    }

    function _find(bytes32 offerId) internal view returns (uint256 number, bytes memory blob) {
        (number, blob) = _lookUp(offerId);
        if (blob.length == 0) revert UnknownOffer(offerId);
    }

    /// @return number The offer's
    /// @return blob Its terms
    /// @return word Where its status is
    /// @return bits What that word holds, for `OfferStatus.setIn`
    function _findOpen(bytes32 offerId)
        internal
        view
        returns (uint256 number, bytes memory blob, OfferStatus.Word storage word, uint256 bits)
    {
        (number, blob) = _find(offerId);
        word = statuses.wordOf(number);
        bits = word.bits;
        uint256 status = OfferStatus.getIn(bits, number);
        if (status != OfferStatus.OPEN) revert OfferClosed(offerId, OfferStatus.shown(status));
    }

    function _requireValue(uint256 dueWei) internal view {
        if (msg.value != dueWei) revert WrongValue(msg.value, dueWei);
    }

    /// @return number What the id says it is
    /// @return blob Empty unless the id is the one that follows from its number, and something was created there
    function _lookUp(bytes32 offerId) private view returns (uint256 number, bytes memory blob) {
        number = OfferId.numberOf(offerId);
        if (offerId == OfferId.ofNumber(address(this), number)) blob = OfferBlob.load(OfferId.blobOf(offerId));
    }
}
