// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ISwapEscrow} from "../src/ISwapEscrow.sol";
import {ReferenceMoves} from "./ReferenceMoves.sol";

/// @title The rules of the escrow, written down as plainly as Solidity allows: everything in storage, nothing packed.
/// @notice It is run beside the product's escrow on the same calls, and both have to agree. It is never deployed to a
/// public network.
contract ReferenceEscrow is ISwapEscrow, ReferenceMoves {
    struct Offer {
        address creator;
        address recipient;
        Nft[] sideA;
        Nft[] sideB;
        uint256 expiresAt;
        uint8 status;
        bool[] unreturned;
    }

    address public owner;
    address public pendingOwner;
    uint256 public fee;
    uint256 public maxFee;
    bool public creationPaused;
    uint256 private _count;
    mapping(bytes32 offerId => Offer) private _offers;
    mapping(address token => mapping(uint256 id => bytes32 offerId)) private _takenBy;
    bool private _busy;
    bool private _takingIn;

    modifier alone() {
        if (_busy) revert Reentered();
        _busy = true;
        _;
        _busy = false;
    }

    modifier byOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender, owner);
        _;
    }

    modifier paid() {
        if (msg.value != fee) revert WrongValue(msg.value, fee);
        _;
    }

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_) {
        if (initialOwner == address(0)) revert ZeroOwner();
        if (maxFee_ > type(uint96).max) revert MaxFeeTooLarge(maxFee_, type(uint96).max);
        if (initialFee > maxFee_) revert FeeAboveMax(initialFee, maxFee_);
        owner = initialOwner;
        fee = initialFee;
        maxFee = maxFee_;
    }

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        alone
        returns (bytes32 offerId)
    {
        if (creationPaused) revert CreationPaused();
        Nft[] memory sideA = new Nft[](1);
        sideA[0] = Nft(tokenA, tokenIdA);
        Nft[] memory sideB = new Nft[](1);
        sideB[0] = Nft(tokenB, tokenIdB);
        if (msg.value != fee) revert WrongValue(msg.value, fee);
        if (duration == 0 || duration > 30 days) revert DurationOutOfRange(duration, 30 days);
        offerId = _open(sideA, sideB, duration);
        emit SwapOfferCreated(
            offerId,
            msg.sender,
            _offers[offerId].recipient,
            tokenA,
            tokenIdA,
            tokenB,
            tokenIdB,
            block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, 1, 1);
        _takeIn(sideA);
    }

    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable alone returns (bytes32 offerId) {
        if (creationPaused) revert CreationPaused();
        if (msg.value != fee) revert WrongValue(msg.value, fee);
        _requireShape(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, duration);
        Nft[] memory sideA = _nfts(tokenAContracts, tokenAIds);
        offerId = _open(sideA, _nfts(tokenBContracts, tokenBIds), duration);
        emit MultiSwapOfferCreated(
            offerId,
            msg.sender,
            _offers[offerId].recipient,
            tokenAContracts,
            tokenAIds,
            tokenBContracts,
            tokenBIds,
            block.timestamp + duration
        );
        emit SwapOfferCounts(offerId, tokenAContracts.length, tokenBContracts.length);
        _takeIn(sideA);
    }

    function acceptSwapOffer(bytes32 offerId) external payable alone paid {
        Offer storage offer = _openOffer(offerId);
        if (msg.sender != offer.recipient) revert NotRecipient(offerId, msg.sender, offer.recipient);
        if (block.timestamp > offer.expiresAt) revert OfferExpired(offerId, offer.expiresAt, block.timestamp);
        offer.status = 2;
        emit SwapCompleted(offerId, msg.sender);
        _moveSide(offer.sideB, offer.recipient, offer.creator);
        _moveSide(offer.sideA, address(this), offer.recipient);
    }

    function cancelSwapOffer(bytes32 offerId) external alone {
        Offer storage offer = _openOffer(offerId);
        if (msg.sender != offer.creator) revert NotCreator(offerId, msg.sender, offer.creator);
        if (block.timestamp > offer.expiresAt) revert OfferExpired(offerId, offer.expiresAt, block.timestamp);
        _giveBack(offerId, offer);
    }

    function cancelExpiredOffer(bytes32 offerId) external payable alone paid {
        Offer storage offer = _openOffer(offerId);
        if (msg.sender != offer.creator && msg.sender != offer.recipient) revert NotParty(offerId, msg.sender);
        if (block.timestamp <= offer.expiresAt) revert OfferNotExpired(offerId, offer.expiresAt, block.timestamp);
        _giveBack(offerId, offer);
    }

    function claimReturned(bytes32 offerId) external alone {
        Offer storage offer = _offers[offerId];
        if (offer.status == 0) revert UnknownOffer(offerId);
        bool[] memory waiting = offer.unreturned;
        if (_countOf(waiting) == 0) revert NothingToClaim(offerId);
        bool[] memory kept = _returnSide(offer.sideA, waiting, offer.creator);
        if (_countOf(kept) == _countOf(waiting)) revert NothingReturned(offerId);
        offer.unreturned = kept;
        for (uint256 i = 0; i < kept.length; i++) {
            if (waiting[i] && !kept[i]) emit ReturnClaimed(offerId, offer.sideA[i].token, offer.sideA[i].id);
        }
    }

    // ── The owner ────────────────────────────────────────────────────────────────────────────────────────────────────

    function updateFee(uint256 newFee) external alone byOwner {
        if (newFee > maxFee) revert FeeAboveMax(newFee, maxFee);
        emit FeeUpdated(fee, newFee);
        fee = newFee;
    }

    function withdrawFees() external alone byOwner {
        if (address(this).balance == 0) revert NoFees();
        _payOut();
    }

    function emergencyWithdraw(address nftContract, uint256 tokenId) external alone byOwner {
        bytes32 holder = custodyOf(nftContract, tokenId);
        if (holder != 0) revert HeldByOffer(nftContract, tokenId, holder);
        emit EmergencyWithdrawn(nftContract, tokenId, msg.sender);
        _moveOne(Nft(nftContract, tokenId), address(this), msg.sender);
    }

    function setCreationPaused(bool paused) external alone byOwner {
        creationPaused = paused;
        emit CreationPausedSet(paused);
    }

    function transferOwnership(address newOwner) external alone byOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    function acceptOwnership() external alone {
        if (msg.sender != pendingOwner) revert NotPendingOwner(msg.sender, pendingOwner);
        emit OwnershipTransferred(owner, msg.sender);
        owner = msg.sender;
        pendingOwner = address(0);
    }

    function renounceOwnership() external alone byOwner {
        emit FeeUpdated(fee, 0);
        fee = 0;
        emit OwnershipTransferred(owner, address(0));
        owner = address(0);
        pendingOwner = address(0);
        if (address(this).balance != 0) _payOut();
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
        Offer storage offer = _offers[offerId];
        if (offer.status == 0) revert UnknownOffer(offerId);
        (tokenAContracts, tokenAIds) = _lists(offer.sideA);
        (tokenBContracts, tokenBIds) = _lists(offer.sideB);
        return (
            offer.creator,
            offer.recipient,
            tokenAContracts,
            tokenAIds,
            tokenBContracts,
            tokenBIds,
            offer.expiresAt,
            offer.status == 1
        );
    }

    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status)
    {
        Offer storage offer = _offers[offerId];
        return (offer.creator, offer.recipient, offer.expiresAt, offer.status);
    }

    function custodyOf(address nftContract, uint256 tokenId) public view returns (bytes32) {
        bytes32 offerId = _takenBy[nftContract][tokenId];
        Offer storage offer = _offers[offerId];
        if (offer.status == 1) return offerId;
        for (uint256 i = 0; i < offer.unreturned.length; i++) {
            Nft storage nft = offer.sideA[i];
            if (offer.unreturned[i] && nft.token == nftContract && nft.id == tokenId) return offerId;
        }
        return 0;
    }

    function onERC721Received(address operator, address, uint256 tokenId, bytes calldata)
        external
        view
        returns (bytes4)
    {
        if (operator != address(this) || !_takingIn) revert UnexpectedNft(msg.sender, tokenId);
        return IERC721Receiver.onERC721Received.selector;
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _open(Nft[] memory sideA, Nft[] memory sideB, uint256 duration) private returns (bytes32 offerId) {
        _requireDistinct(sideA, sideB);
        _requireErc721(sideA);
        _requireErc721(sideB);
        address recipient = _requireRecipient(sideA, sideB);
        offerId = keccak256(abi.encode("reference", ++_count));
        for (uint256 i = 0; i < sideA.length; i++) {
            bytes32 holder = custodyOf(sideA[i].token, sideA[i].id);
            if (holder != 0) revert HeldByOffer(sideA[i].token, sideA[i].id, holder);
            _takenBy[sideA[i].token][sideA[i].id] = offerId;
        }
        Offer storage offer = _offers[offerId];
        offer.creator = msg.sender;
        offer.recipient = recipient;
        offer.expiresAt = block.timestamp + duration;
        offer.status = 1;
        for (uint256 i = 0; i < sideA.length; i++) {
            offer.sideA.push(sideA[i]);
        }
        for (uint256 i = 0; i < sideB.length; i++) {
            offer.sideB.push(sideB[i]);
        }
    }

    function _takeIn(Nft[] memory sideA) private {
        _takingIn = true;
        _moveSide(sideA, msg.sender, address(this));
        _takingIn = false;
    }

    function _giveBack(bytes32 offerId, Offer storage offer) private {
        bool[] memory all = new bool[](offer.sideA.length);
        for (uint256 i = 0; i < all.length; i++) {
            all[i] = true;
        }
        offer.status = 3;
        offer.unreturned = all;
        emit SwapCancelled(offerId, msg.sender);
        bool[] memory kept = _returnSide(offer.sideA, all, offer.creator);
        offer.unreturned = kept;
        for (uint256 i = 0; i < kept.length; i++) {
            if (kept[i]) emit ReturnFailed(offerId, offer.sideA[i].token, offer.sideA[i].id);
        }
    }

    function _openOffer(bytes32 offerId) private view returns (Offer storage offer) {
        offer = _offers[offerId];
        if (offer.status == 0) revert UnknownOffer(offerId);
        if (offer.status != 1) revert OfferClosed(offerId, offer.status);
    }

    function _payOut() private {
        uint256 amount = address(this).balance;
        emit FeesWithdrawn(msg.sender, amount);
        (bool done,) = msg.sender.call{value: amount}("");
        if (!done) revert PayoutRefused(msg.sender, amount);
    }

    function _countOf(bool[] memory flags) private pure returns (uint256 count) {
        for (uint256 i = 0; i < flags.length; i++) {
            if (flags[i]) count++;
        }
    }

    function _lists(Nft[] memory side) private pure returns (address[] memory tokens, uint256[] memory ids) {
        tokens = new address[](side.length);
        ids = new uint256[](side.length);
        for (uint256 i = 0; i < side.length; i++) {
            (tokens[i], ids[i]) = (side[i].token, side[i].id);
        }
    }
}
