// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IElsewhere {
    function go() external;
    function look() external view returns (uint256);
}

contract WritesAfterACall {
    struct Slot {
        uint256 state;
    }

    uint256 private count;
    mapping(uint256 => Slot) private slots;

    function directly(IElsewhere other) external {
        other.go();
        count = 1;
    }

    function through(IElsewhere other) external {
        _pass(other);
        Slot storage slot = slots[1];
        slot.state = 2;
    }

    function byAssembly(address other) external {
        bool done;
        assembly ("memory-safe") {
            done := call(gas(), other, 0, 0, 0, 0, 0)
        }
        require(done);
        assembly ("memory-safe") {
            sstore(0, 1)
        }
    }

    function inOrder(IElsewhere other) external {
        count = other.look();
        delete slots[2];
        _pass(other);
    }

    function _pass(IElsewhere other) private {
        other.go();
    }
}
