// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title A collection for tests that takes its tokens back, keeps them, or names no owner
contract MoodyCollection is ERC721 {
    enum Mood {
        Honest,
        KeepsTokens,
        BurnsGas
    }

    error Kept(uint256 tokenId);

    Mood public mood;

    constructor() ERC721("Moody", "MOODY") {}

    function mint(address owner, uint256 tokenId) external {
        _mint(owner, tokenId);
    }

    function setMood(Mood mood_) external {
        mood = mood_;
    }

    /// @notice Moves a token without asking its owner.
    function seize(uint256 tokenId, address to) external {
        _transfer(_requireOwned(tokenId), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view override returns (address) {
        if (mood == Mood.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        return super.ownerOf(tokenId);
    }

    function transferFrom(address from, address to, uint256 tokenId) public override {
        if (mood == Mood.KeepsTokens) revert Kept(tokenId);
        super.transferFrom(from, to, tokenId);
    }
}
