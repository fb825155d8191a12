// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title A collection for tests, whose tokens come and go
/// @notice ERC-721 without enumeration. Anyone mints, holders burn, and anyone sets a token's URI.
contract MortalCollection is ERC721 {
    mapping(uint256 tokenId => string uri) private _uri;

    constructor() ERC721("Mortal", "MORTAL") {}

    function mint(address owner, uint256 tokenId) external {
        _mint(owner, tokenId);
    }

    function burn(uint256 tokenId) external {
        _checkAuthorized(_ownerOf(tokenId), msg.sender, tokenId);
        _burn(tokenId);
    }

    function setTokenUri(uint256 tokenId, string calldata uri) external {
        _uri[tokenId] = uri;
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return _uri[tokenId];
    }
}
