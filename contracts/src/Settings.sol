// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What every new offer reads, in one storage slot. From the lowest bit: fee 96 (wei), offers created so far 32,
/// creation paused 1.
type Settings is uint256;

using {feeOf, offersCreatedOf, isPaused, withFee, withOneMoreOffer, withPaused} for Settings global;

uint256 constant OFFERS_BIT = 96;
uint256 constant PAUSED_BIT = 128;

function feeOf(Settings settings) pure returns (uint256 feeWei) {
    return uint96(Settings.unwrap(settings));
}

function offersCreatedOf(Settings settings) pure returns (uint256) {
    return uint32(Settings.unwrap(settings) >> OFFERS_BIT);
}

function isPaused(Settings settings) pure returns (bool) {
    return Settings.unwrap(settings) >> PAUSED_BIT != 0;
}

/// @param feeWei Below 2^96
function withFee(Settings settings, uint256 feeWei) pure returns (Settings) {
    return Settings.wrap((Settings.unwrap(settings) & ~uint256(type(uint96).max)) | feeWei);
}

/// @dev 2^32 offers would fill every block of seven to thirteen years; the next would carry into the pause bit.
function withOneMoreOffer(Settings settings) pure returns (Settings) {
    return Settings.wrap(Settings.unwrap(settings) + (1 << OFFERS_BIT));
}

function withPaused(Settings settings, bool paused) pure returns (Settings) {
    uint256 others = Settings.unwrap(settings) & ((1 << PAUSED_BIT) - 1);
    return Settings.wrap(paused ? others | (1 << PAUSED_BIT) : others);
}
