// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DemoToken} from "./DemoToken.sol";

/// @title A plain collection of the local world
/// @notice ERC-721 without enumeration: finding the NFTs of a wallet takes a call for each id.
contract DemoCollection is DemoToken {
    uint256 public totalSupply;

    constructor(string memory name_, string memory symbol_, string memory prefix, string memory suffix)
        DemoToken(name_, symbol_, prefix, suffix)
    {}

    function mintBatch(address[] calldata owners, uint256[] calldata tokenIds) public override {
        super.mintBatch(owners, tokenIds);
        totalSupply += owners.length;
    }
}
