// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title What the plain collections of the local world share: minting in batches, and where the metadata is
/// @notice Metadata lives on a web server, except for tokens whose whole URI was stored here.
abstract contract DemoToken is ERC721, Ownable {
    string private _prefix;
    string private _suffix;
    mapping(uint256 tokenId => string uri) private _storedUri;

    error LengthsDiffer(uint256 owners, uint256 tokenIds);

    constructor(string memory name_, string memory symbol_, string memory prefix, string memory suffix)
        ERC721(name_, symbol_)
        Ownable(msg.sender)
    {
        (_prefix, _suffix) = (prefix, suffix);
    }

    /// @notice Mints `tokenIds[i]` to `owners[i]`.
    function mintBatch(address[] calldata owners, uint256[] calldata tokenIds) public virtual onlyOwner {
        if (owners.length != tokenIds.length) revert LengthsDiffer(owners.length, tokenIds.length);
        for (uint256 i = 0; i < owners.length; ++i) {
            _mint(owners[i], tokenIds[i]);
        }
    }

    /// @notice Keeps a token's whole URI on the chain, typically a `data:` one.
    function storeTokenUri(uint256 tokenId, string calldata uri) external onlyOwner {
        _storedUri[tokenId] = uri;
    }

    /// @notice Moves the metadata to another server: a token's URI is `prefix`, its id and `suffix`.
    function setUriForm(string calldata prefix, string calldata suffix) external onlyOwner {
        (_prefix, _suffix) = (prefix, suffix);
    }

    function tokenURI(uint256 tokenId) public view virtual override returns (string memory) {
        _requireOwned(tokenId);
        string storage stored = _storedUri[tokenId];
        if (bytes(stored).length > 0) return stored;
        return string.concat(_prefix, Strings.toString(tokenId), _suffix);
    }
}
