// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What the escrow writes to the chain's log
/// @notice The log alone is enough to rebuild every offer and every action of the owner. Fees are in wei, times in
/// unix seconds. "A" is the side that the creator offers, "B" the side that the creator asks for.
interface ISwapEscrowEvents {
    /// @notice A side of an offer with coins. NFTs are named by lists of equal length; coins are in wei.
    struct Side {
        address[] nftContracts;
        uint256[] tokenIds;
        uint256 coins;
    }

    /// @notice One NFT is offered for one NFT, by `createSwapOffer`. `SwapOfferCounts` follows in the same transaction.
    /// @param offerId Unique for ever
    /// @param creator The wallet that locked `tokenIdA`
    /// @param recipient The wallet that held `tokenIdB` at that moment, the only one that may accept
    /// @param expiresAt Last second in which the offer can be accepted
    event SwapOfferCreated(
        bytes32 indexed offerId,
        address indexed creator,
        address indexed recipient,
        address tokenA,
        uint256 tokenIdA,
        address tokenB,
        uint256 tokenIdB,
        uint256 expiresAt
    );

    /// @notice The same for `createMultiSwapOffer`. The arrays stand in the order in which they were given.
    event MultiSwapOfferCreated(
        bytes32 indexed offerId,
        address indexed creator,
        address indexed recipient,
        address[] tokenAContracts,
        uint256[] tokenAIds,
        address[] tokenBContracts,
        uint256[] tokenBIds,
        uint256 expiresAt
    );

    /// @notice How many NFTs each side of a new offer has. Follows each of the two events above.
    /// @param myNftCount NFTs that the creator offers, 1 to 20
    /// @param friendNftCount NFTs that the creator asks for, 1 to 20
    event SwapOfferCounts(bytes32 indexed offerId, uint256 myNftCount, uint256 friendNftCount);

    /// @notice An offer with coins was made, by `createSwapOfferWithCoins`.
    /// @param creator The wallet that locked the NFTs and coins of `a`
    /// @param recipient The only wallet that may accept
    /// @param a What the creator gives
    /// @param b What the creator asks for
    /// @param expiresAt Last second in which the offer can be accepted
    event SwapOfferWithCoinsCreated(
        bytes32 indexed offerId, address indexed creator, address indexed recipient, Side a, Side b, uint256 expiresAt
    );

    /// @notice A wallet refused coins of an offer that has ended. It is owed them; `takeOwedCoins` pays them.
    /// @param amount In wei
    event CoinsOwed(bytes32 indexed offerId, address indexed account, uint256 amount);

    /// @notice Coins that were owed to `account` were paid to the address that it chose.
    /// @param amount In wei
    event OwedCoinsTaken(address indexed account, address indexed to, uint256 amount);

    /// @notice The offer was accepted; every NFT of both sides has changed hands, and the coins, but for
    /// those that a `CoinsOwed` in the same transaction names.
    /// @param acceptor The recipient
    event SwapCompleted(bytes32 indexed offerId, address indexed acceptor);

    /// @notice The offer was cancelled by its creator, or returned after it expired. NFTs and coins went back to the
    /// creator, but for those that a `ReturnFailed` or `CoinsOwed` in the same transaction names.
    /// @param by The creator; once expired, also the recipient; 30 days after that, anyone
    event SwapCancelled(bytes32 indexed offerId, address indexed by);

    /// @notice The collection did not let this NFT go. It is still held for the creator; `claimReturned` sends it later.
    event ReturnFailed(bytes32 indexed offerId, address nftContract, uint256 tokenId);

    /// @notice An NFT of an earlier `ReturnFailed` has now left the escrow.
    event ReturnClaimed(bytes32 indexed offerId, address nftContract, uint256 tokenId);

    /// @notice The platform fee changed. Also emitted at deployment (from 0) and when ownership is renounced (to 0).
    /// @param oldFee Fee until now, in wei
    /// @param newFee Fee from now on, in wei
    event FeeUpdated(uint256 oldFee, uint256 newFee);

    /// @notice All fees, and coins that were forced in, were paid out.
    /// @param to The owner at that moment
    /// @param amount In wei
    event FeesWithdrawn(address indexed to, uint256 amount);

    /// @notice New offers were stopped (true) or allowed again (false).
    event CreationPausedSet(bool paused);

    /// @notice An NFT that no offer held was sent to the owner.
    event EmergencyWithdrawn(address indexed nftContract, uint256 indexed tokenId, address indexed to);

    /// @notice `newOwner` may now take over by `acceptOwnership`. The zero address withdraws an earlier proposal.
    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);

    /// @notice Ownership passed on; to the zero address when it was renounced.
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
}
