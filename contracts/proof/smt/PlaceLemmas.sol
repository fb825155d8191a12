// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Where OfferStatus and Custody keep what belongs to a number or an id: no two share a bit.
/// @dev Shifts and masks are written as divisions and remainders, which the model checker can reason about.
contract PlaceLemmas {
    function lemma_NoTwoOffersShareAStatus(uint32 one, uint32 other) external pure {
        require(one != other);
        uint256 shift = uint256(one % 128) * 2;
        uint256 otherShift = uint256(other % 128) * 2;
        assert(one / 128 != other / 128 || shift + 2 <= otherShift || otherShift + 2 <= shift);
    }

    function lemma_AStatusLiesInItsWord(uint32 number) external pure {
        assert(uint256(number % 128) * 2 + 2 <= 256);
        assert(number / 128 < 1 << 25);
    }

    function lemma_NoTwoNftsShareAnEntry(uint256 one, uint256 other) external pure {
        require(one != other);
        uint256 shift = (one % 8) * 32;
        uint256 otherShift = (other % 8) * 32;
        assert(one / 8 != other / 8 || shift + 32 <= otherShift || otherShift + 32 <= shift);
    }

    function lemma_AnEntryLiesInItsWord(uint256 id) external pure {
        assert((id % 8) * 32 + 32 <= 256);
    }
}
