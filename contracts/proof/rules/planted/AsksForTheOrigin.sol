// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract AsksForTheOrigin {
    function byMember() external view returns (bool) {
        return tx.origin == msg.sender;
    }

    function byAssembly() external view returns (address starter) {
        assembly ("memory-safe") {
            starter := origin()
        }
    }
}
