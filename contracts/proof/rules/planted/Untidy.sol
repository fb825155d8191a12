// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract Untidy {
    uint256 private count;

    function add(uint256 amount) external {
        require(amount != 0, "a text instead of an error");
        count += (amount / 2) * 2;
    }
}
