// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title The collection that the figures are quoted for: OpenZeppelin's ERC-721, unchanged.
contract PlainNft is ERC721("Plain", "PLAIN") {
    function mint(address to, uint256 firstId, uint256 count) external {
        for (uint256 id = firstId; id < firstId + count; ++id) {
            _mint(to, id);
        }
    }
}
