// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";

/// @notice Lets one call in at a time. Every function that changes state, the owner's too, is `guarded`.
/// @dev Transient storage: 300 gas a call, and nothing is left behind by a call that reverts.
abstract contract Guard is ISwapEscrowErrors {
    uint256 private constant IDLE = 0;
    uint256 private constant BUSY = 1;
    uint256 private constant TAKING_IN = 2;

    uint256 private transient phase;

    modifier guarded() {
        _enter();
        _;
        phase = IDLE;
    }

    /// @dev Within a guarded call, up to its end: NFTs are on their way in.
    function _beginTakingIn() internal {
        phase = TAKING_IN;
    }

    function _isTakingIn() internal view returns (bool) {
        return phase == TAKING_IN;
    }

    function _enter() private {
        if (phase != IDLE) revert Reentered();
        phase = BUSY;
    }
}
