// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {DemoToken} from "./DemoToken.sol";

/// @title A collection of the local world that lists its holders' tokens
contract DemoEnumerableCollection is DemoToken, ERC721Enumerable {
    constructor(string memory name_, string memory symbol_, string memory prefix, string memory suffix)
        DemoToken(name_, symbol_, prefix, suffix)
    {}

    function tokenURI(uint256 tokenId) public view override(ERC721, DemoToken) returns (string memory) {
        return super.tokenURI(tokenId);
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC721, ERC721Enumerable) returns (bool) {
        return super.supportsInterface(interfaceId);
    }

    function _update(address to, uint256 tokenId, address auth)
        internal
        override(ERC721, ERC721Enumerable)
        returns (address)
    {
        return super._update(to, tokenId, auth);
    }

    function _increaseBalance(address account, uint128 value) internal override(ERC721, ERC721Enumerable) {
        super._increaseBalance(account, value);
    }
}
