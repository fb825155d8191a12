// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface ISwapEscrow {
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
    event SwapOfferCounts(bytes32 indexed offerId, uint256 myNftCount, uint256 friendNftCount);
    event SwapCompleted(bytes32 indexed offerId, address indexed acceptor);
    event SwapCancelled(bytes32 indexed offerId, address indexed by);

    function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration)
        external
        payable
        returns (bytes32 offerId);
    function createMultiSwapOffer(
        address[] calldata tokenAContracts,
        uint256[] calldata tokenAIds,
        address[] calldata tokenBContracts,
        uint256[] calldata tokenBIds,
        uint256 duration
    ) external payable returns (bytes32 offerId);
    function acceptSwapOffer(bytes32 offerId) external payable;
    function cancelSwapOffer(bytes32 offerId) external;
    function cancelExpiredOffer(bytes32 offerId) external payable;
    function claimReturned(bytes32 offerId) external;
    function updateFee(uint256 newFee) external;
    function withdrawFees() external;
    function emergencyWithdraw(address nftContract, uint256 tokenId) external;
    function setCreationPaused(bool paused) external;
    function transferOwnership(address newOwner) external;
    function acceptOwnership() external;
    function renounceOwnership() external;
    function owner() external view returns (address);
    function pendingOwner() external view returns (address);
    function fee() external view returns (uint256);
    function maxFee() external view returns (uint256);
    function creationPaused() external view returns (bool);
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
    function swapOffers(bytes32 offerId)
        external
        view
        returns (address creator, address recipient, uint256 expiresAt, uint8 status);
    function custodyOf(address nftContract, uint256 tokenId) external view returns (bytes32 offerId);
}
