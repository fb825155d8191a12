// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Why the escrow refuses
/// @notice Every refusal is one of these and carries what it is about. Whatever reverts changes nothing and costs no fee.
interface ISwapEscrowErrors {
    // ── Money ────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The value sent is not exactly what is due: the fee, and the coins that this call locks or pays. Both in wei.
    error WrongValue(uint256 sent, uint256 due);
    /// @notice The fee asked for is above the ceiling that was fixed at deployment. Both in wei.
    error FeeAboveMax(uint256 requested, uint256 maximum);
    /// @notice At deployment: the ceiling itself is larger than the contract can store. Both in wei.
    error MaxFeeTooLarge(uint256 requested, uint256 limit);
    /// @notice The contract holds no fees to pay out.
    error NoFees();
    /// @notice The owner's wallet refused the payout of `amount` wei.
    error PayoutRefused(address to, uint256 amount);

    /// @notice No coins of this account are owed.
    error NoCoinsOwed(address account);
    /// @notice Owed coins cannot be paid to the zero address. Wei.
    error CoinsToZeroAddress(uint256 amount);
    /// @notice The chosen address refused the owed coins. Wei.
    error CoinsRefused(address to, uint256 amount);

    // ── Callers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Only the owner may call this.
    error NotOwner(address caller, address owner);
    /// @notice Only the proposed owner may accept ownership.
    error NotPendingOwner(address caller, address pendingOwner);
    /// @notice At deployment: the contract needs an owner.
    error ZeroOwner();
    /// @notice Only the creator may cancel.
    error NotCreator(bytes32 offerId, address caller, address creator);
    /// @notice Only the recipient may accept.
    error NotRecipient(bytes32 offerId, address caller, address recipient);
    /// @notice Only the creator or the recipient may return an expired offer.
    error NotParty(bytes32 offerId, address caller);
    /// @notice The call came from inside another call to the escrow.
    error Reentered();

    // ── The state of an offer ────────────────────────────────────────────────────────────────────────────────────────

    /// @notice No offer has this id.
    error UnknownOffer(bytes32 offerId);
    /// @notice The offer was completed (`status` 2) or cancelled (3).
    error OfferClosed(bytes32 offerId, uint8 status);
    /// @notice The last second of the offer, `expiresAt`, is over. Unix seconds.
    error OfferExpired(bytes32 offerId, uint256 expiresAt, uint256 nowS);
    /// @notice The offer can still be accepted until `expiresAt`, so it can't be returned as expired. Unix seconds.
    error OfferNotExpired(bytes32 offerId, uint256 expiresAt, uint256 nowS);
    /// @notice Only from `openFrom` on, 30 days after an offer expired, may anyone send it home. Unix seconds.
    error TooEarlyToSendHome(bytes32 offerId, uint256 openFrom, uint256 nowS);
    /// @notice None of the NFTs that the bits of `which` name waits to be claimed; `waiting` are the bits of those that do.
    error NotWaiting(bytes32 offerId, uint256 which, uint256 waiting);
    /// @notice Nothing of this offer waits to be claimed.
    error NothingToClaim(bytes32 offerId);
    /// @notice The collections still do not let any of the waiting NFTs go.
    error NothingReturned(bytes32 offerId);

    // ── The shape of a new offer ─────────────────────────────────────────────────────────────────────────────────────

    /// @notice The owner has stopped new offers. Offers that exist can still be accepted, cancelled and returned.
    error CreationPaused();
    /// @notice Every number that an offer can have, up to `last`, is given out. Offers that exist go on working.
    error OfferNumbersSpent(uint256 last);
    /// @notice A side has neither NFTs nor coins. These are the counts of NFTs; one of them is zero.
    error EmptySide(uint256 offered, uint256 requested);
    /// @notice Neither side has coins: `createMultiSwapOffer` makes such an offer.
    error NoCoins();
    /// @notice Neither side has an NFT. The coins of both sides, in wei.
    error NoNfts(uint256 offeredCoins, uint256 requestedCoins);
    /// @notice A side has more coins than `limit`. Wei.
    error TooManyCoins(uint256 amount, uint256 limit);
    /// @notice A side's list of contracts and its list of ids differ in length.
    error UnequalArrays(uint256 contracts, uint256 ids);
    /// @notice A side has more NFTs than `limit`.
    error TooManyNfts(uint256 count, uint256 limit);
    /// @notice The duration is zero or above `limit`. Seconds.
    error DurationOutOfRange(uint256 duration, uint256 limit);
    /// @notice The NFT is listed twice on one side.
    error DuplicateNft(address nftContract, uint256 tokenId);
    /// @notice The NFT is listed on both sides.
    error NftOnBothSides(address nftContract, uint256 tokenId);
    /// @notice The address does not answer as an ERC-721 contract (ERC-165 interface 0x80ac58cd).
    error NotErc721(address nftContract);

    // ── The recipient of a new offer ─────────────────────────────────────────────────────────────────────────────────

    /// @notice The collection names no owner of the requested NFT.
    error RequestedNftUnowned(address nftContract, uint256 tokenId);
    /// @notice The requested NFTs belong to different wallets: this one to `holder`, the first to `recipient`.
    error RequestedFromSeveral(address nftContract, uint256 tokenId, address holder, address recipient);
    /// @notice The requested NFT belongs to the creator.
    error RequestedFromYourself(address nftContract, uint256 tokenId);
    /// @notice The requested NFT lies in the escrow.
    error RequestedFromEscrow(address nftContract, uint256 tokenId);
    /// @notice The requested NFTs belong to `nftContract`, a collection of the offer, which could never accept.
    error RequestedFromCollection(address nftContract);

    /// @notice The creator named a recipient, but another wallet holds the requested NFTs.
    error RecipientDiffers(address named, address holder);
    /// @notice Only coins are asked for, and the creator named no recipient.
    error RecipientMissing();
    /// @notice The creator named themselves as the recipient.
    error RecipientIsCreator(address recipient);
    /// @notice The creator named the escrow as the recipient.
    error RecipientIsEscrow(address recipient);
    /// @notice The creator named a collection of the offer as the recipient, which could never accept.
    error RecipientIsCollection(address recipient);

    // ── Moving NFTs ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Another offer still holds this NFT (its collection moved it out of the escrow). That offer has to be
    /// closed, or what it could not return claimed, first.
    error HeldByOffer(address nftContract, uint256 tokenId, bytes32 offerId);
    /// @notice The collection refused to move the NFT. `reason` is its answer, cut after 256 bytes.
    error TransferFailed(address nftContract, uint256 tokenId, bytes reason);
    /// @notice The collection reported success, but `to` did not receive the NFT (the first of several that moved together).
    error NotReceived(address nftContract, uint256 tokenId, address to);
    /// @notice The collection takes more than `gasLimit` gas to say who holds the NFT (the first of several that moved
    /// together). Returning it could not be verified at that cost, so it cannot be offered.
    error AnswerTooExpensive(address nftContract, uint256 tokenId, uint256 gasLimit);
    /// @notice A return or payment failed in a call that had less gas than every receiver is granted. Send more gas. Gas units.
    error NotEnoughGas(uint256 available, uint256 needed);
    /// @notice The gas ran out while the terms of a new offer were written.
    error DeploymentFailed();
    /// @notice An NFT was sent to the escrow outside of an offer.
    error UnexpectedNft(address nftContract, uint256 tokenId);
}
