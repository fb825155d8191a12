// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {Custody} from "./Custody.sol";
import {Lists} from "./Lists.sol";
import {OfferBlob} from "./OfferBlob.sol";
import {OfferBook} from "./OfferBook.sol";
import {OfferId} from "./OfferId.sol";
import {OfferRun, readRun} from "./OfferRun.sol";
import {OfferStatus} from "./OfferStatus.sol";
import {OfferTerms} from "./OfferTerms.sol";
import {Returning} from "./Returning.sol";
import {Settings} from "./Settings.sol";
import {Settlement} from "./Settlement.sol";

/// @notice How an offer begins.
abstract contract OfferCreation is OfferBook {
    using OfferBlob for bytes;
    using OfferStatus for OfferStatus.Words;

    /// @dev One word on the stack instead of three, where many arguments leave little room.
    struct Opened {
        bytes32 id;
        address recipient;
        uint256 offeredSide; // cursor
    }

    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        guarded
        returns (bytes32 offerId)
    {
        uint256 number = _countOffer(0);
        // The arguments lie in the call data one after the other, each like an array of one.
        bytes memory blob =
            OfferTerms.pack(Lists.nftAt(4), Lists.idAt(36), Lists.nftAt(68), Lists.idAt(100), duration, number);
        address recipient;
        uint256 offeredSide;
        (offerId, recipient, offeredSide) = _open(blob, number, duration);
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
        Opened memory offer;
        uint256 number = _countOffer(0);
        bytes memory blob = OfferTerms.pack(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, duration, number);
        (offer.id, offer.recipient, offer.offeredSide) = _open(blob, number, duration);
        offerId = offer.id;
        _emitMany(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, offer, block.timestamp + duration);
        emit SwapOfferCounts(offerId, tokenAContracts.length, tokenBContracts.length);
        _takeIn(offer.offeredSide);
    }

    function createSwapOfferWithCoins(Side calldata a, Side calldata b, uint256 duration, address recipient)
        external
        payable
        guarded
        returns (bytes32 offerId)
    {
        // Check:
        OfferTerms.requireCoins(a.coins, b.coins);
        uint256 number = _countOffer(a.coins);
        (bytes memory blob, uint256 kind) = OfferTerms.packWithCoins(a, b, duration, number);
        uint256 requestedSide = OfferBlob.requestedSide(blob) + OfferBlob.COINS_BYTES;
        uint256 offeredSide = kind == OfferBlob.BOTH_SIDES ? OfferBlob.behind(requestedSide) : requestedSide;
        if (kind == OfferBlob.OFFERED_ONLY) requestedSide = 0;
        if (kind == OfferBlob.REQUESTED_ONLY) offeredSide = 0;
        address accepts = OfferTerms.requireTermsWithCoins(offeredSide, requestedSide, recipient);
        blob.sealWithCoins(kind, a.coins, b.coins, msg.sender, accepts, block.timestamp + duration);
        // Effect:
        offerId = OfferId.make(SSTORE2.write(blob), number);
        if (offeredSide != 0) _recordSide(offeredSide, number);
        emit SwapOfferWithCoinsCreated(offerId, msg.sender, accepts, a, b, block.timestamp + duration);
        // Interaction:
        if (offeredSide != 0) _takeIn(offeredSide);
    }

    function onERC721Received(address operator, address, uint256 tokenId, bytes calldata)
        external
        view
        returns (bytes4)
    {
        if (operator != address(this) || !_isTakingIn()) revert UnexpectedNft(msg.sender, tokenId);
        return IERC721Receiver.onERC721Received.selector;
    }

    /// @param coins Offered along, wei
    /// @return number The new offer's
    function _countOffer(uint256 coins) private returns (uint256 number) {
        // Check:
        Settings current = settings.withOneMoreOffer();
        if (!current.isOpen()) _refuseCreation(current);
        _requireValue(current.feeOf() + coins);
        // Effect:
        settings = current.withMoreCoins(coins);
        number = current.offersCreatedOf();
        statuses.start(number);
    }

    function _refuseCreation(Settings current) private pure {
        if (current.isPaused()) revert CreationPaused();
        revert OfferNumbersSpent(Custody.MAX_NUMBER);
    }

    /// @dev Everything about a new offer but the move of its NFTs.
    /// @param blob The packed lists, not yet sealed
    function _open(bytes memory blob, uint256 number, uint256 durationS)
        private
        returns (bytes32 offerId, address recipient, uint256 offeredSide)
    {
        // Check:
        offeredSide = OfferBlob.behind(blob.requestedSide());
        recipient = OfferTerms.requireTerms(blob, offeredSide);
        blob.seal(offeredSide, msg.sender, recipient, block.timestamp + durationS);
        // Effect: the blob is the contract's only kind of creation, so the number of offers is its nonce.
        offerId = OfferId.make(SSTORE2.write(blob), number);
        _recordSide(offeredSide, number);
    }

    /// @dev A function of its own: these arguments fill the stack.
    function _emitMany(
        address[] calldata offeredNfts,
        uint256[] calldata offeredIds,
        address[] calldata requestedNfts,
        uint256[] calldata requestedIds,
        Opened memory offer,
        uint256 expiresAt
    ) private {
        emit MultiSwapOfferCreated(
            offer.id, msg.sender, offer.recipient, offeredNfts, offeredIds, requestedNfts, requestedIds, expiresAt
        );
    }

    /// @dev No offer may take in what another holds, or an NFT would belong to two.
    function _recordSide(uint256 cursor, uint256 number) private {
        for (bool last; !last;) {
            (OfferRun run, uint256 ids) = readRun(cursor);
            mapping(uint256 => uint256) storage groups = custody.groups[run.nftOf()];
            uint256 count = run.countOf();
            for (uint256 i; i < count; ++i) {
                uint256 id = run.idOf(ids, i);
                uint256 before = Custody.record(groups, id, number);
                if (before != 0) _requireReleased(before, run.nftOf(), id);
            }
            unchecked {
                cursor = ids + run.idsBytes();
            }
            last = run.isLast();
        }
    }

    function _requireReleased(uint256 number, address nft, uint256 id) private view {
        bytes32 holder = _holder(number, nft, id);
        if (holder != 0) revert HeldByOffer(nft, id, holder);
    }

    function _takeIn(uint256 offeredSide) private {
        _beginTakingIn();
        // Interaction: what cannot be asked for at this cost could not be seen to leave either.
        Settlement.moveSide(offeredSide, msg.sender, address(this), Returning.VIEW_GAS);
    }
}
