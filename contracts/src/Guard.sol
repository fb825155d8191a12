// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors} from "./ISwapEscrowErrors.sol";

/// @notice Lets one call in at a time. Every function that changes state, the owner's too, is `guarded` or
/// `guardedReturn`.
/// @dev Transient storage: 300 gas a call, and nothing is left behind by a call that reverts.
abstract contract Guard is ISwapEscrowErrors {
    uint256 private constant IDLE = 0;
    uint256 private constant BUSY = 1;
    uint256 private constant TAKING_IN = 2;

    /// @dev One of these, or the id of the offer whose NFTs are on their way home. No offer's id is as small as these; a
    /// made-up one gets no further than to the revert that refuses it.
    uint256 private transient phase;

    modifier guarded() {
        if (phase != IDLE) revert Reentered();
        phase = BUSY;
        _;
        phase = IDLE;
    }

    /// @param offerId Whose NFTs are on their way home until the call ends
    modifier guardedReturn(bytes32 offerId) {
        if (phase != IDLE) revert Reentered();
        phase = uint256(offerId);
        _;
        phase = IDLE;
    }

    /// @dev Within a guarded call, up to its end: NFTs are on their way in.
    function _beginTakingIn() internal {
        phase = TAKING_IN;
    }

    /// @dev Within a returning call, up to its end: all NFTs that leave have left.
    function _endReturning() internal {
        phase = BUSY;
    }

    function _isTakingIn() internal view returns (bool) {
        return phase == TAKING_IN;
    }

    function _isReturning(bytes32 offerId) internal view returns (bool) {
        return phase == uint256(offerId);
    }
}
