// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors} from "../../src/ISwapEscrowErrors.sol";

/// @notice What a contract wallet does when coins arrive.
enum Manner {
    Takes,
    Refuses,
    RefusesAtLength, // with 500 kB
    BurnsGas,
    TakesSlowly, // for about 45,000 gas
    Reenters, // refuses unless the answer is `Reentered`
    Asks, // refuses unless a question is answered as expected
    IsChoosy // refuses at no cost below 45,000 gas
}

/// @notice A contract wallet that anyone may use.
contract CoinWallet {
    Manner public manner;
    address private target;
    bytes private data;
    address private expected;

    error Unexpected(bytes answer);

    function setManner(Manner manner_) external {
        manner = manner_;
    }

    function setReentry(address target_, bytes calldata data_) external {
        (manner, target, data) = (Manner.Reenters, target_, data_);
    }

    /// @param expected_ The account that the answer has to name
    function setQuestion(address target_, bytes calldata data_, address expected_) external {
        (manner, target, data, expected) = (Manner.Asks, target_, data_, expected_);
    }

    function run(address to, bytes calldata call) external payable returns (bytes memory answer) {
        bool ok;
        (ok, answer) = to.call{value: msg.value}(call);
        if (ok) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    receive() external payable {
        if (manner == Manner.Refuses) revert Unexpected("");
        if (manner == Manner.RefusesAtLength) {
            assembly {
                revert(0x8000, 500000)
            }
        }
        if (manner == Manner.BurnsGas) {
            assembly {
                invalid()
            }
        }
        if (manner == Manner.TakesSlowly) {
            uint256 start = gasleft();
            while (start - gasleft() < 45_000) {}
        }
        if (manner == Manner.Reenters) {
            (bool ok, bytes memory answer) = target.call(data);
            if (ok || answer.length != 4 || bytes4(answer) != ISwapEscrowErrors.Reentered.selector) {
                revert Unexpected(answer);
            }
        }
        if (manner == Manner.IsChoosy && gasleft() < 45_000) revert Unexpected("");
        if (manner == Manner.Asks) {
            (bool answered, bytes memory answer) = target.staticcall(data);
            if (!answered || abi.decode(answer, (address)) != expected) revert Unexpected(answer);
        }
    }
}
