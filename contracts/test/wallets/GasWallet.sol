// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A wallet whose every function burns all gas.
contract GasWallet {
    fallback() external payable {
        assembly {
            invalid()
        }
    }
}
