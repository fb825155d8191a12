// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Guard} from "./Guard.sol";
import {ISwapEscrow} from "./ISwapEscrow.sol";
import {Settings} from "./Settings.sol";

/// @notice What the owner can do, but for `emergencyWithdraw`: the fee up to its ceiling, the fees, the stop for new
/// offers, and the ownership itself.
abstract contract EscrowOwner is ISwapEscrow, Guard {
    uint256 public immutable maxFee;
    address public owner;
    address public pendingOwner;
    Settings internal settings;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender, owner);
        _;
    }

    constructor(address initialOwner, uint256 initialFee, uint256 maxFee_) {
        if (initialOwner == address(0)) revert ZeroOwner();
        if (maxFee_ > type(uint96).max) revert MaxFeeTooLarge(maxFee_, type(uint96).max);
        maxFee = maxFee_;
        owner = initialOwner;
        emit OwnershipTransferred(address(0), initialOwner);
        if (initialFee > maxFee_) revert FeeAboveMax(initialFee, maxFee_);
        _setFee(initialFee);
    }

    function updateFee(uint256 newFee) external guarded onlyOwner {
        // Check:
        if (newFee > maxFee) revert FeeAboveMax(newFee, maxFee);
        // Effect:
        _setFee(newFee);
    }

    function withdrawFees() external guarded onlyOwner {
        // Check:
        if (_fees() == 0) revert NoFees();
        // Interaction:
        _payOut();
    }

    function setCreationPaused(bool paused) external guarded onlyOwner {
        // Effect:
        _setPaused(paused);
    }

    function transferOwnership(address newOwner) external guarded onlyOwner {
        // Effect:
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    function acceptOwnership() external guarded {
        // Check:
        if (msg.sender != pendingOwner) revert NotPendingOwner(msg.sender, pendingOwner);
        // Effect:
        _setOwner(msg.sender);
    }

    function renounceOwnership() external guarded onlyOwner {
        // Effect:
        _setFee(0);
        if (settings.isPaused()) _setPaused(false);
        _setOwner(address(0));
        // Interaction:
        if (_fees() != 0) _payOut();
    }

    function fee() external view returns (uint256) {
        return settings.feeOf();
    }

    function creationPaused() external view returns (bool) {
        return settings.isPaused();
    }

    /// @dev Coins that were forced in count as fees: they have no other owner.
    function _fees() private view returns (uint256) {
        return address(this).balance - settings.coinsOf();
    }

    /// @dev To the caller, who is the owner or was until this call.
    function _payOut() private {
        uint256 amount = _fees();
        emit FeesWithdrawn(msg.sender, amount);
        bool paid;
        assembly ("memory-safe") {
            paid := call(gas(), caller(), amount, 0, 0, 0, 0)
        }
        if (!paid) revert PayoutRefused(msg.sender, amount);
    }

    function _setFee(uint256 newFee) private {
        emit FeeUpdated(settings.feeOf(), newFee);
        settings = settings.withFee(newFee);
    }

    function _setPaused(bool paused) private {
        settings = settings.withPaused(paused);
        emit CreationPausedSet(paused);
    }

    function _setOwner(address newOwner) private {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
        delete pendingOwner;
    }
}
