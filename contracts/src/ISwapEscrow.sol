// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";
import {ISwapEscrowEvents} from "./ISwapEscrowEvents.sol";

/// @title Two people swap NFTs
/// @notice The creator locks up to 20 NFTs and names up to 20 in return. The one wallet that holds all of those may
/// accept until the offer expires; then every NFT changes hands in one transaction, or none does. Until it is accepted
/// the creator can take the NFTs back.
///
/// - Terms never change. An offer's id is unique for ever, and a closed offer can still be read.
/// - No one, not even the owner, can move an NFT that an offer holds, except as the offer says.
/// - NFTs move by plain `transferFrom`, so wallets need no receiver hook. Approve the escrow for what you give.
/// - No function can be entered from inside another: every function that changes state reverts with `Reentered`.
/// - Fees and values are in wei, durations in seconds, times in unix seconds of the block.
/// - "A" is the side that the creator offers, "B" the side that the creator asks for.
interface ISwapEscrow is ISwapEscrowEvents, ISwapEscrowErrors {
    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Offer the NFT `tokenIdA` of `tokenA` for `duration` seconds. In return: `tokenIdB` of `tokenB`. Anyone who holds and
    /// has approved `tokenIdA` may call; the value is `fee()`. The recipient is the present holder of `tokenIdB`. Simulate the call first and look at the recipient that comes out.
    /// @dev Checks in this order, each with its error: `CreationPaused`, `OfferNumbersSpent`, `WrongValue`, the shape (`EmptySide`,
    /// `UnequalArrays`, `TooManyNfts`, `DurationOutOfRange`, then `DuplicateNft` and `NftOnBothSides` in the order of
    /// the lists), `NotErc721` (A, then B), the recipient (`RequestedNftUnowned`, `RequestedFromYourself`,
    /// `RequestedFromEscrow`, `RequestedFromSeveral` for each NFT, then `RequestedFromCollection`), `HeldByOffer`,
    /// and at the move `TransferFailed`, `NotReceived` and `AnswerTooExpensive`. Emits `SwapOfferCreated` and `SwapOfferCounts`.
    /// @param duration Seconds from now, 1 to 30 days
    /// @return offerId The new offer's id
    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        returns (bytes32 offerId);

    /// @notice Offer the NFTs `tokenAIds` of `tokenAContracts` for `duration` seconds, 1 to 20. In return: `tokenBIds` of
    /// `tokenBContracts`, 1 to 20. The rest is as for one. Adjacent NFTs of one collection cost less gas.
    /// @dev Checks and errors of `createSwapOffer`. Emits `MultiSwapOfferCreated` and `SwapOfferCounts`.
    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable returns (bytes32 offerId);

    /// @notice Offer NFTs, coins or both for NFTs, coins or both: each side has at least one thing, the deal at least one
    /// NFT and some coins. The value is `fee()` and the offered coins, which stay locked until the offer ends.
    /// If NFTs are asked for, the recipient is the wallet that holds all; `recipient` may be zero, or must be that wallet.
    /// If only coins are asked for, `recipient` may accept.
    /// @dev Checks `NoCoins` and `TooManyCoins` first, then as `createSwapOffer` (`NoNfts` and `EmptySide` as the first of
    /// the shape), and of the recipient also `RecipientDiffers`, or where no NFT is asked for `RecipientMissing`,
    /// `RecipientIsCreator`, `RecipientIsEscrow`, `RecipientIsCollection`. Emits `SwapOfferWithCoinsCreated` alone.
    /// @param a What the creator gives
    /// @param b What the creator asks for
    /// @param duration Seconds from now, 1 to 30 days
    /// @param recipient Who may accept
    /// @return offerId The new offer's id
    function createSwapOfferWithCoins(Side calldata a, Side calldata b, uint256 duration, address recipient)
        external
        payable
        returns (bytes32 offerId);

    /// @notice Swap: accept `offerId`. Only the recipient, up to and including the second `expiresAt`; the value is `fee()` and the
    /// requested coins. The recipient must still hold every requested NFT and have approved the escrow for them. All NFTs
    /// move, or none; then each side's coins are paid to the other. A wallet that refuses its coins is owed them.
    /// @dev Errors: `UnknownOffer`, `OfferClosed`, `WrongValue`, `NotRecipient`, `OfferExpired`, `TransferFailed`,
    /// `NotReceived`, `NotEnoughGas`. Emits `SwapCompleted`, and `CoinsOwed` for coins that were refused.
    function acceptSwapOffer(bytes32 offerId) external payable;

    /// @notice Take the offer `offerId` back. Only the creator, up to and including the second `expiresAt`; free of fee.
    /// An NFT whose collection does not let it go stays held for the creator; all others go home.
    /// @dev Errors: `UnknownOffer`, `OfferClosed`, `NotCreator`, `OfferExpired`, `NotEnoughGas`. Emits `ReturnFailed`
    /// for each NFT that stayed, `SwapCancelled`, and `CoinsOwed` if the creator's wallet refused its coins.
    function cancelSwapOffer(bytes32 offerId) external;

    /// @notice Send home the NFTs of the expired offer `offerId` to its creator. Only the creator or the recipient, from the second
    /// after `expiresAt`; the value is `fee()`.
    /// @dev Errors: `WrongValue`, `UnknownOffer`, `OfferClosed`, `NotParty`, `OfferNotExpired`, `NotEnoughGas`.
    /// Emits as `cancelSwapOffer`.
    function cancelExpiredOffer(bytes32 offerId) external payable;

    /// @notice Send home the NFTs of the abandoned offer `offerId` to its creator. Anyone may call, free of fee, from 30 days after
    /// `expiresAt`.
    /// @dev Errors: `UnknownOffer`, `OfferClosed`, `TooEarlyToSendHome`, `NotEnoughGas`. Emits as `cancelSwapOffer`.
    function sendHome(bytes32 offerId) external;

    /// @notice Send on what the cancelled offer `offerId` could not return. Anyone may call, free of fee; the NFTs go to the
    /// offer's creator. The more gas is sent, the more each collection is granted.
    /// @dev Errors: `UnknownOffer`, `NothingToClaim`, `NothingReturned`, `NotEnoughGas`. Emits `ReturnClaimed` for each
    /// NFT that left.
    function claimReturned(bytes32 offerId) external;

    /// @notice Send on `which` of the NFTs that `offerId` could not return. So one collection can't
    /// use up the gas that another needs.
    /// @dev Errors of the other `claimReturned`, and `NotWaiting`.
    /// @param which Bit 0 names the first NFT of the creator's list, bit 1 the second, and so on. Bits of NFTs that no
    /// longer wait are ignored
    function claimReturned(bytes32 offerId, uint256 which) external;

    /// @notice Pay the caller's owed coins, which its wallet once refused, to `to`.
    /// @dev Errors: `NoCoinsOwed`, `CoinsToZeroAddress`, `CoinsRefused`. Emits `OwedCoinsTaken`.
    function takeOwedCoins(address to) external;

    // ── The owner ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Set the fee to `newFee`, in wei, from 0 to `maxFee()`. Only the owner.
    /// @dev Errors: `NotOwner`, `FeeAboveMax`. Emits `FeeUpdated`.
    function updateFee(uint256 newFee) external;

    /// @notice Pay the owner all coins that are neither locked in an offer nor owed: the fees, and what was forced in.
    /// Only the owner.
    /// @dev Errors: `NotOwner`, `NoFees`, `PayoutRefused`. Emits `FeesWithdrawn`.
    function withdrawFees() external;

    /// @notice Send the owner the NFT `tokenId` of `nftContract`, which no offer holds. It may have been sent here
    /// by mistake. Only the owner.
    /// @dev Errors: `NotOwner`, `HeldByOffer`, `TransferFailed`, `NotReceived`. Emits `EmergencyWithdrawn`.
    function emergencyWithdraw(address nftContract, uint256 tokenId) external;

    /// @notice Stop new offers, or allow them again, as `paused` says. Accepting, cancelling, returning and claiming stay open. Only the owner.
    /// @dev Errors: `NotOwner`. Emits `CreationPausedSet`.
    function setCreationPaused(bool paused) external;

    /// @notice Propose `newOwner`, who has to accept. Only the owner. The zero address withdraws the proposal.
    /// @dev Errors: `NotOwner`. Emits `OwnershipTransferStarted`.
    function transferOwnership(address newOwner) external;

    /// @notice Take over. Only the proposed owner.
    /// @dev Errors: `NotPendingOwner`. Emits `OwnershipTransferred`.
    function acceptOwnership() external;

    /// @notice Give ownership up for good: pays the fees out, sets the fee to zero, allows new offers if they were
    /// stopped, withdraws any proposal. Only the owner. Every offer goes on working.
    /// @dev Errors: `NotOwner`, `PayoutRefused`. Emits `FeeUpdated`, `CreationPausedSet` (if new offers were stopped),
    /// `OwnershipTransferred`, `FeesWithdrawn` (if there was coin).
    function renounceOwnership() external;

    // ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The owner; the zero address once renounced.
    function owner() external view returns (address);
    /// @notice Who may accept ownership; the zero address if none.
    function pendingOwner() external view returns (address);
    /// @notice What creating, accepting and returning an expired offer cost, in wei.
    function fee() external view returns (uint256);
    /// @notice The highest fee that the owner can set, in wei; fixed at deployment.
    function maxFee() external view returns (uint256);
    /// @notice Whether new offers are stopped.
    function creationPaused() external view returns (bool);

    /// @notice The whole offer, open or closed. The lists stand in the order in which they were given.
    /// Reverts with `UnknownOffer` for an id that was never given out.
    /// `expiresAt` is the last second in which the offer can be accepted; `isActive` means not yet accepted, cancelled
    /// or returned, and is true also after the offer expired.
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
        );

    /// @notice The coins of an offer, open or closed: what the creator gives and what the creator asks for, in wei.
    /// Reverts with `UnknownOffer` for an id that was never given out.
    function coinsOf(bytes32 offerId) external view returns (uint256 coinsA, uint256 coinsB);
    /// @notice What `takeOwedCoins` would pay this account, in wei.
    function coinsOwed(address account) external view returns (uint256);
    /// @notice Coins that are locked in open offers or owed, in wei. The contract always has at least as much.
    function lockedCoins() external view returns (uint256);

    /// @notice The offer without its lists; all zero for an unknown id.
    /// `status`: 0 unknown, 1 active (also when expired), 2 completed, 3 cancelled or returned
    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status);

    /// @notice The offer that holds this NFT: an open one, or a cancelled one that could not return it. Zero if none.
    function custodyOf(address nftContract, uint256 tokenId) external view returns (bytes32 offerId);

    /// @notice Answers only while the escrow itself takes NFTs in for a new offer, for collections that ask even on a
    /// plain transfer. Otherwise `UnexpectedNft`, so that an NFT sent here by mistake bounces.
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        view
        returns (bytes4);
}
