// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract DropsAnOutcome {
    function asStatement(address to) external {
        to.call("");
    }

    function withValue(address payable to) external {
        to.send(1);
    }

    function leftOut(address to) external returns (bytes memory answer) {
        (, answer) = _ask(to);
        (, bytes memory other) = to.call("");
        return bytes.concat(answer, other);
    }

    function popped(address to) external {
        assembly ("memory-safe") {
            pop(call(gas(), to, 0, 0, 0, 0, 0))
        }
    }

    function _ask(address to) private returns (bool done, bytes memory answer) {
        return to.call("");
    }
}
