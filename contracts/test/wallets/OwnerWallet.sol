// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors} from "../../src/ISwapEscrowErrors.sol";

/// @notice A contract wallet that can refuse coin, or call back when it gets some and refuse unless the answer is
/// `Reentered`. It has no receiver hook for NFTs.
contract OwnerWallet {
    bool public refuses;
    address private target;
    bytes private data;

    error NotRefused(bytes answer);

    function setRefuses(bool value) external {
        refuses = value;
    }

    function setReentry(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function run(address to, bytes calldata call) external payable {
        (bool ok, bytes memory answer) = to.call{value: msg.value}(call);
        if (ok) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    receive() external payable {
        require(!refuses, "no coin");
        if (target == address(0)) return;
        (bool ok, bytes memory answer) = target.call(data);
        if (ok || answer.length != 4 || bytes4(answer) != ISwapEscrowErrors.Reentered.selector) {
            revert NotRefused(answer);
        }
    }
}
