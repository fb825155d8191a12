// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The status of each offer: two bits by its number, 128 offers to a storage word.
/// @dev Only a word of its own would cost more than all the rest of what changes about an offer. A word starts with
/// every bit set, written with the first offer of its 128, so a new offer is open without a write, and
/// closing one never writes to an empty word. A word that was never started reads as closed.
library OfferStatus {
    /// @dev Cancelled, and not every NFT has left: the returned ones are recorded elsewhere.
    uint256 internal constant LEAVING = 0;
    /// @dev Cancelled, and every NFT has left, or is about to in this very call.
    uint256 internal constant LEFT = 1;
    uint256 internal constant SWAPPED = 2;
    uint256 internal constant OPEN = 3;

    struct Word {
        uint256 bits;
    }

    /// @dev In a row, one for every number there can be, so that a word is found without a hash.
    struct Words {
        Word[1 << 25] words;
    }

    /// @notice Called once for every number from 0, in order.
    function start(Words storage ledger, uint256 number) internal {
        if (number & 127 == 0) wordOf(ledger, number).bits = type(uint256).max;
    }

    /// @param number Below 2^32
    function wordOf(Words storage ledger, uint256 number) internal pure returns (Word storage word) {
        uint256 group = number >> 7;
        assembly ("memory-safe") {
            word.slot := add(ledger.slot, group)
        }
    }

    function get(Word storage word, uint256 number) internal view returns (uint256 status) {
        status = getIn(word.bits, number);
    }

    function getIn(uint256 bits, uint256 number) internal pure returns (uint256 status) {
        status = (bits >> ((number & 127) << 1)) & 3;
    }

    /// @return before What the offer's status was. If it was not OPEN, revert: the word written is meaningless then
    function close(Word storage word, uint256 number, uint256 status) internal returns (uint256 before) {
        uint256 shift = (number & 127) << 1;
        uint256 bits = word.bits;
        word.bits = bits ^ ((OPEN ^ status) << shift);
        before = (bits >> shift) & 3;
    }

    function set(Word storage word, uint256 number, uint256 status) internal {
        uint256 shift = (number & 127) << 1;
        word.bits = (word.bits & ~(3 << shift)) | (status << shift);
    }

    /// @return status As `swapOffers` shows it: 1 active, 2 completed, 3 cancelled
    function shown(uint256 stored) internal pure returns (uint8 status) {
        if (stored == OPEN) return 1;
        return stored == SWAPPED ? 2 : 3;
    }
}
