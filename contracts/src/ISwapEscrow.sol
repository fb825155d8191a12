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

    /// @notice Offer one NFT for one NFT. Anyone who holds and has approved `tokenIdA` may call; the value is `fee()`.
    /// The recipient is the present holder of `tokenIdB`. Simulate the call first and look at the recipient that comes out.
    /// @dev Checks in this order, each with its error: `CreationPaused`, `WrongValue`, the shape (`EmptySide`,
    /// `UnequalArrays`, `TooManyNfts`, `DurationOutOfRange`, then `DuplicateNft` and `NftOnBothSides` in the order of
    /// the lists), `NotErc721` (A, then B), the recipient (`RequestedNftUnowned`, `RequestedFromYourself`,
    /// `RequestedFromEscrow`, `RequestedFromSeveral` for each NFT, then `RequestedFromCollection`), `HeldByOffer`,
    /// and at the move `TransferFailed` and `NotReceived`. Emits `SwapOfferCreated` and `SwapOfferCounts`.
    /// @param duration Seconds from now, 1 to 30 days
    /// @return offerId The new offer's id
    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        returns (bytes32 offerId);

    /// @notice The same for 1 to 20 NFTs a side. Adjacent NFTs of one collection cost less gas.
    /// @dev Checks and errors of `createSwapOffer`. Emits `MultiSwapOfferCreated` and `SwapOfferCounts`.
    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable returns (bytes32 offerId);

    /// @notice Swap. Only the recipient, up to and including the second `expiresAt`; the value is `fee()`. The recipient
    /// must still hold every requested NFT and have approved the escrow for them. All NFTs move, or none.
    /// @dev Errors: `WrongValue`, `UnknownOffer`, `OfferClosed`, `NotRecipient`, `OfferExpired`, `TransferFailed`,
    /// `NotReceived`. Emits `SwapCompleted`.
    function acceptSwapOffer(bytes32 offerId) external payable;

    /// @notice Take the offer back. Only the creator, up to and including the second `expiresAt`; free of fee.
    /// An NFT whose collection does not let it go stays held for the creator; all others go home.
    /// @dev Errors: `UnknownOffer`, `OfferClosed`, `NotCreator`, `OfferExpired`, `NotEnoughGas`. Emits `ReturnFailed`
    /// for each NFT that stayed, and `SwapCancelled`.
    function cancelSwapOffer(bytes32 offerId) external;

    /// @notice Send an expired offer's NFTs home to its creator. Only the creator or the recipient, from the second
    /// after `expiresAt`; the value is `fee()`.
    /// @dev Errors: `WrongValue`, `UnknownOffer`, `OfferClosed`, `NotParty`, `OfferNotExpired`, `NotEnoughGas`.
    /// Emits as `cancelSwapOffer`.
    function cancelExpiredOffer(bytes32 offerId) external payable;

    /// @notice Send on what a cancelled offer could not return. Anyone may call, free of fee; the NFTs go to the
    /// offer's creator. The more gas is sent, the more each collection is granted.
    /// @dev Errors: `UnknownOffer`, `NothingToClaim`, `NothingReturned`, `NotEnoughGas`. Emits `ReturnClaimed` for each
    /// NFT that left.
    function claimReturned(bytes32 offerId) external;

    // ── The owner ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Set the fee, in wei, from 0 to `maxFee()`. Only the owner.
    /// @dev Errors: `NotOwner`, `FeeAboveMax`. Emits `FeeUpdated`.
    function updateFee(uint256 newFee) external;

    /// @notice Pay all coin in the contract to the owner. Only the owner.
    /// @dev Errors: `NotOwner`, `NoFees`, `PayoutRefused`. Emits `FeesWithdrawn`.
    function withdrawFees() external;

    /// @notice Send the owner an NFT that no offer holds, for instance one sent here by mistake. Only the owner.
    /// @dev Errors: `NotOwner`, `HeldByOffer`, `TransferFailed`, `NotReceived`. Emits `EmergencyWithdrawn`.
    function emergencyWithdraw(address nftContract, uint256 tokenId) external;

    /// @notice Stop or allow new offers; accepting, cancelling, returning and claiming stay open. Only the owner.
    /// @dev Errors: `NotOwner`. Emits `CreationPausedSet`.
    function setCreationPaused(bool paused) external;

    /// @notice Propose a new owner, who has to accept. Only the owner. The zero address withdraws the proposal.
    /// @dev Errors: `NotOwner`. Emits `OwnershipTransferStarted`.
    function transferOwnership(address newOwner) external;

    /// @notice Take over. Only the proposed owner.
    /// @dev Errors: `NotPendingOwner`. Emits `OwnershipTransferred`.
    function acceptOwnership() external;

    /// @notice Give ownership up for good: pays the fees out, sets the fee to zero, withdraws any proposal. Only the
    /// owner. Every offer goes on working; whether new ones are stopped stays as it is.
    /// @dev Errors: `NotOwner`, `PayoutRefused`. Emits `FeesWithdrawn` (if there was coin), `FeeUpdated`,
    /// `OwnershipTransferred`.
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
