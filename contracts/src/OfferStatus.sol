// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice How each offer stands: two bits by its number, 128 offers to a storage word.
/// @dev Only a word of its own would cost more than all the rest of what changes about an offer. A word starts with
/// every bit set, written by whoever creates the first offer of its 128, so a new offer is open without a write, and
/// closing one never writes to an empty word. A word that was never started reads as closed.
library OfferStatus {
    /// @dev Cancelled, and not every NFT has left (yet): what has is noted apart.
    uint256 internal constant LEAVING = 0;
    /// @dev Cancelled, and every NFT has left.
    uint256 internal constant LEFT = 1;
    uint256 internal constant SWAPPED = 2;
    uint256 internal constant OPEN = 3;

    struct Word {
        uint256 bits;
    }

    struct Words {
        mapping(uint256 group => Word) words;
    }

    /// @notice Called once for every number from 0, in order.
    function start(Words storage ledger, uint256 number) internal {
        if (number & 127 == 0) ledger.words[number >> 7].bits = type(uint256).max;
    }

    function wordOf(Words storage ledger, uint256 number) internal view returns (Word storage word) {
        word = ledger.words[number >> 7];
    }

    function get(Word storage word, uint256 number) internal view returns (uint256 status) {
        status = getIn(word.bits, number);
    }

    function getIn(uint256 bits, uint256 number) internal pure returns (uint256 status) {
        status = (bits >> ((number & 127) << 1)) & 3;
    }

    function set(Word storage word, uint256 number, uint256 status) internal {
        setIn(word, word.bits, number, status);
    }

    /// @param bits What the word holds now. Never kept over a call to somewhere else, or it would undo what happened there
    function setIn(Word storage word, uint256 bits, uint256 number, uint256 status) internal {
        uint256 shift = (number & 127) << 1;
        word.bits = (bits & ~(3 << shift)) | (status << shift);
    }

    /// @return status As `swapOffers` shows it: 1 active, 2 completed, 3 cancelled
    function shown(uint256 stored) internal pure returns (uint8 status) {
        if (stored == OPEN) return 1;
        return stored == SWAPPED ? 2 : 3;
    }
}
