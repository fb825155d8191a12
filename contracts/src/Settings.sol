// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What every new offer reads, in one storage slot. From the lowest bit: fee 96 (wei), offers created so far 32,
/// always zero 1,
/// creation paused 1, coins that are not the owner's 126 (wei).
type Settings is uint256;

using {
    feeOf,
    offersCreatedOf,
    isPaused,
    isOpen,
    coinsOf,
    withFee,
    withOneMoreOffer,
    withPaused,
    withMoreCoins,
    withLessCoins
} for Settings global;

uint256 constant OFFERS_BIT = 96;
/// @dev Set by counting past the last number, and therefore never stored: `_countOffer` refuses it.
uint256 constant SPENT_BIT = 128;
uint256 constant PAUSED_BIT = 129;
uint256 constant COINS_BIT = 130;

function feeOf(Settings settings) pure returns (uint256 feeWei) {
    return uint96(Settings.unwrap(settings));
}

function offersCreatedOf(Settings settings) pure returns (uint256) {
    return uint32(Settings.unwrap(settings) >> OFFERS_BIT);
}

function isPaused(Settings settings) pure returns (bool) {
    return Settings.unwrap(settings) & (1 << PAUSED_BIT) != 0;
}

/// @return Whether creation is neither paused nor out of numbers
function isOpen(Settings settings) pure returns (bool) {
    return Settings.unwrap(settings) & ((1 << PAUSED_BIT) | (1 << SPENT_BIT)) == 0;
}

/// @param feeWei Below 2^96
function withFee(Settings settings, uint256 feeWei) pure returns (Settings) {
    return Settings.wrap((Settings.unwrap(settings) & ~uint256(type(uint96).max)) | feeWei);
}

/// @dev 2^32 offers would fill every block of seven to thirteen years. Then `isOpen` says no.
function withOneMoreOffer(Settings settings) pure returns (Settings) {
    return Settings.wrap(Settings.unwrap(settings) + (1 << OFFERS_BIT));
}

function withPaused(Settings settings, bool paused) pure returns (Settings) {
    uint256 others = Settings.unwrap(settings) & ~(uint256(1) << PAUSED_BIT);
    return Settings.wrap(paused ? others | (1 << PAUSED_BIT) : others);
}

/// @return amountWei Locked in offers, or owed to wallets that refused them
function coinsOf(Settings settings) pure returns (uint256 amountWei) {
    return Settings.unwrap(settings) >> COINS_BIT;
}

/// @param amountWei Coins that the contract has received: all there are fit the field
function withMoreCoins(Settings settings, uint256 amountWei) pure returns (Settings) {
    return Settings.wrap(Settings.unwrap(settings) + (amountWei << COINS_BIT));
}

/// @param amountWei Not more than `coinsOf`
function withLessCoins(Settings settings, uint256 amountWei) pure returns (Settings) {
    return Settings.wrap(Settings.unwrap(settings) - (amountWei << COINS_BIT));
}
