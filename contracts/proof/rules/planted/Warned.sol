// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract Warned {
    function nothing() external pure {
        uint256 unused;
    }
}
