// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title A collection that draws itself
/// @notice ERC-721 without enumeration whose metadata and picture need no server: a quilt of sixteen quarter circles,
///         turned and coloured by the token's id, as a `data:` URI.
contract DemoDrawnCollection is ERC721, Ownable {
    uint256 private constant TILES_A_SIDE = 4;
    uint256 private constant PALETTES = 6;
    uint256 public totalSupply;

    error LengthsDiffer(uint256 owners, uint256 tokenIds);

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) Ownable(msg.sender) {}

    /// @notice Mints `tokenIds[i]` to `owners[i]`.
    function mintBatch(address[] calldata owners, uint256[] calldata tokenIds) external onlyOwner {
        if (owners.length != tokenIds.length) revert LengthsDiffer(owners.length, tokenIds.length);
        for (uint256 i = 0; i < owners.length; ++i) {
            _mint(owners[i], tokenIds[i]);
        }
        totalSupply += owners.length;
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        string memory json = string.concat(
            '{"name":"',
            _title(seed),
            " #",
            Strings.toString(tokenId),
            '","description":"A quilt of sixteen words, drawn by its own contract.","image":"data:image/svg+xml;base64,',
            Base64.encode(bytes(_picture(seed))),
            '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    function _title(uint256 seed) private pure returns (string memory) {
        string[8] memory moods = ["Slow", "Plain", "Bright", "Long", "Fair", "Second", "Quiet", "Open"];
        string[8] memory words = ["Answer", "Word", "Question", "Handshake", "Letter", "Promise", "Table", "Reply"];
        return string.concat(moods[(seed >> 200) % 8], " ", words[(seed >> 208) % 8]);
    }

    /// @dev Four colours each: ground, and the three that the tiles take turns with.
    function _palette(uint256 seed) private pure returns (string[4] memory) {
        uint256 choice = (seed >> 216) % PALETTES;
        if (choice == 0) return ["#F4EBDD", "#1B3CB8", "#D9623B", "#E6B04A"];
        if (choice == 1) return ["#23483F", "#E6B04A", "#F6E7D0", "#C4452D"];
        if (choice == 2) return ["#F0D9A8", "#2C5F86", "#7A2E3A", "#1F2A33"];
        if (choice == 3) return ["#2B2A33", "#E7B7A3", "#8FC1B5", "#EFB63B"];
        if (choice == 4) return ["#D7DCC0", "#2F5E57", "#E4572E", "#FFFDF7"];
        return ["#7A2E3A", "#EFC7B0", "#F2B632", "#2A6F73"];
    }

    function _picture(uint256 seed) private pure returns (string memory svg) {
        string[4] memory colours = _palette(seed);
        svg = string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="',
            colours[0],
            '"/>'
        );
        for (uint256 i = 0; i < TILES_A_SIDE * TILES_A_SIDE; ++i) {
            uint256 draw = seed >> (i * 4);
            svg = string.concat(svg, _tile(i % TILES_A_SIDE, i / TILES_A_SIDE, draw % 4, colours[1 + (draw >> 2) % 3]));
        }
        svg = string.concat(svg, "</svg>");
    }

    /// @dev A quarter circle of a 50-unit tile, turned by quarters about the tile's middle.
    function _tile(uint256 column, uint256 row, uint256 quarters, string memory colour)
        private
        pure
        returns (string memory)
    {
        return string.concat(
            '<path transform="translate(',
            Strings.toString(column * 50),
            " ",
            Strings.toString(row * 50),
            ") rotate(",
            Strings.toString(quarters * 90),
            ' 25 25)" d="M0 0h50a50 50 0 0 1-50 50z" fill="',
            colour,
            '"/>'
        );
    }
}
