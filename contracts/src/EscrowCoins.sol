// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowOwner} from "./EscrowOwner.sol";

/// @notice Pays coins out of offers. A wallet that refuses its coins is owed them and holds up nothing else.
/// @dev `settings` counts every coin that is locked in an offer or owed, so that fees are the rest of the balance.
abstract contract EscrowCoins is EscrowOwner {
    /// @notice Gas that every receiver of coins is granted. Contract wallets take 3,000 to 10,000.
    uint256 internal constant PAY_GAS = 50_000;
    /// @dev Spent between looking at the gas that is left and the receiver: value, a cold and perhaps a new account.
    uint256 private constant PAY_OVERHEAD_GAS = 40_000;

    mapping(address account => uint256 amountWei) private _owed;

    function takeOwedCoins(address to) external guarded {
        // Check:
        uint256 amount = _owed[msg.sender];
        if (amount == 0) revert NoCoinsOwed(msg.sender);
        if (to == address(0)) revert CoinsToZeroAddress(amount);
        // Effect:
        delete _owed[msg.sender];
        settings = settings.withLessCoins(amount);
        emit OwedCoinsTaken(msg.sender, to, amount);
        // Interaction:
        if (!_send(to, amount, gasleft())) revert CoinsRefused(to, amount);
    }

    function coinsOwed(address account) external view returns (uint256) {
        return _owed[account];
    }

    function lockedCoins() external view returns (uint256) {
        return settings.coinsOf();
    }

    /// @notice Pays coins of an offer that no longer count as locked. If `to` refuses them, it is owed them.
    function _pay(bytes32 offerId, address to, uint256 amount) internal {
        if (amount == 0) return;
        // Interaction:
        uint256 available = gasleft();
        if (_send(to, amount, PAY_GAS)) return;
        // Check: a refusal counts only if the receiver had its gas.
        uint256 needed = PAY_GAS * 64 / 63 + PAY_OVERHEAD_GAS;
        if (available < needed) revert NotEnoughGas(available, needed);
        // Effect:
        _owed[to] += amount;
        settings = settings.withMoreCoins(amount);
        emit CoinsOwed(offerId, to, amount);
    }

    /// @dev What the receiver answers is not copied.
    function _send(address to, uint256 amount, uint256 gasCap) private returns (bool done) {
        assembly ("memory-safe") {
            done := call(gasCap, to, amount, 0, 0, 0, 0)
        }
    }
}
