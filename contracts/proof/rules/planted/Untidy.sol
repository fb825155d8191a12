// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract Untidy {
    uint256 private Count;

    function add(address token, address to, uint256 amount) external returns (uint256 unused) {
        require(amount != 0, "a text instead of an error");
        IMoves(token).transfer(to, amount);
        Count += amount / 2 * 2;
    }
}

interface IMoves {
    function transfer(address to, uint256 amount) external returns (bool);
}
