// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Which offer took an NFT in last, by the offer's number. Eight neighbouring ids of a collection share a slot,
/// since people trade what they minted in a row, and a slot that was used before costs a quarter.
/// @dev Never cleared: an entry counts only while the offer it names holds the NFT, so nothing is written on the way out.
library Custody {
    struct Index {
        mapping(address nft => mapping(uint256 group => uint256 numbers)) groups;
    }

    uint256 internal constant MAX_NUMBER = type(uint32).max;

    /// @return number 0 if no offer ever held the NFT
    function numberOf(Index storage index, address nft, uint256 id) internal view returns (uint256 number) {
        number = uint32(index.groups[nft][id >> 3] >> _shift(id));
    }

    /// @param groups The collection's, so that they are looked up once for a run of NFTs
    /// @return before What `numberOf` said until now
    function record(mapping(uint256 => uint256) storage groups, uint256 id, uint256 number)
        internal
        returns (uint256 before)
    {
        uint256 numbers = groups[id >> 3];
        uint256 shift = _shift(id);
        before = uint32(numbers >> shift);
        groups[id >> 3] = (numbers & ~(MAX_NUMBER << shift)) | (number << shift);
    }

    function _shift(uint256 id) private pure returns (uint256) {
        return (id & 7) << 5;
    }
}
