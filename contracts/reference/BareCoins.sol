// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Moves the coins of a deal and does nothing else. One slot a deal, no fee, no guard, no events.
contract BareCoins {
    mapping(uint256 deal => uint256 creatorAndAmount) private deals;

    function lock(uint256 deal) external payable {
        deals[deal] = (uint256(uint160(msg.sender)) << 96) | msg.value;
    }

    function accept(uint256 deal) external payable {
        uint256 stored = deals[deal];
        deals[deal] = 0;
        _pay(address(uint160(stored >> 96)), msg.value);
        _pay(msg.sender, uint96(stored));
    }

    function cancel(uint256 deal) external {
        uint256 stored = deals[deal];
        deals[deal] = 0;
        _pay(address(uint160(stored >> 96)), uint96(stored));
    }

    function _pay(address to, uint256 amount) private {
        if (amount == 0) return;
        (bool done,) = to.call{value: amount}("");
        require(done);
    }
}
