// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";

/// @title OpenZeppelin's enumerable ERC-721, whose transfers cost more than any escrow.
contract EnumerableNft is ERC721Enumerable {
    constructor() ERC721("Enumerable", "ENUM") {}

    function mint(address to, uint256 firstId, uint256 count) external {
        for (uint256 id = firstId; id < firstId + count; ++id) {
            _mint(to, id);
        }
    }
}
