// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice All that changes about an offer, and what every call needs, in one storage slot. From the lowest bit:
/// creator 160, expiresAt 40 (unix seconds), status 8, unreturned 20 (one bit for each offered NFT that a cancelled
/// offer could not send home, in the order of the list).
type OfferState is uint256;

using {creatorOf, expiresAtOf, statusOf, unreturnedOf, withStatus, withUnreturned} for OfferState global;

uint8 constant UNKNOWN = 0;
uint8 constant ACTIVE = 1;
uint8 constant COMPLETED = 2;
uint8 constant CANCELLED = 3;

uint256 constant EXPIRES_AT_BIT = 160;
uint256 constant STATUS_BIT = 200;
uint256 constant UNRETURNED_BIT = 208;

function activeState(address creator, uint256 expiresAt) pure returns (OfferState) {
    return OfferState.wrap(uint256(uint160(creator)) | (expiresAt << EXPIRES_AT_BIT) | (uint256(ACTIVE) << STATUS_BIT));
}

function creatorOf(OfferState state) pure returns (address) {
    return address(uint160(OfferState.unwrap(state)));
}

function expiresAtOf(OfferState state) pure returns (uint256) {
    return uint40(OfferState.unwrap(state) >> EXPIRES_AT_BIT);
}

function statusOf(OfferState state) pure returns (uint8) {
    return uint8(OfferState.unwrap(state) >> STATUS_BIT);
}

function unreturnedOf(OfferState state) pure returns (uint256) {
    return OfferState.unwrap(state) >> UNRETURNED_BIT;
}

function withStatus(OfferState state, uint8 status) pure returns (OfferState) {
    uint256 others = OfferState.unwrap(state) & ~(uint256(type(uint8).max) << STATUS_BIT);
    return OfferState.wrap(others | (uint256(status) << STATUS_BIT));
}

function withUnreturned(OfferState state, uint256 unreturned) pure returns (OfferState) {
    uint256 others = OfferState.unwrap(state) & ((1 << UNRETURNED_BIT) - 1);
    return OfferState.wrap(others | (unreturned << UNRETURNED_BIT));
}
