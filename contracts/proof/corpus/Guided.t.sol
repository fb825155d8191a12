// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../../test/base/Vm.sol";
import {GasLimitsFuzzTest} from "../../test/fuzz/GasLimits.t.sol";
import {InvariantsTest} from "../../test/invariant/Invariants.t.sol";

/// @notice The cheat codes of forge for files.
interface FileVm {
    function readLine(string calldata path) external returns (string memory line);
    function closeFile(string calldata path) external;
    function parseBytes(string calldata hexText) external pure returns (bytes memory);
    function writeFile(string calldata path, string calldata text) external;
}

FileVm constant files = FileVm(address(vm));

/// @title Every invariant at once, for calls that follow the coverage of the escrow.
contract GuidedInvariants is InvariantsTest {
    string private constant ENTRIES = "test/corpus/invariants.txt";
    /// @dev Each function of the handler takes one number.
    uint256 private constant CALL_BYTES = 36;

    error NotAccepted(bytes call);

    /// @dev Forge replays entries for their coverage alone, so what they end in is checked here. A line has the calls of one.
    function test_EveryEntryKeepsThem() public {
        address handler = targetContracts()[0];
        files.writeFile("cache-corpus/handler", vm.toString(handler));
        uint256 start = vm.snapshotState();
        for (string memory line = files.readLine(ENTRIES); bytes(line).length != 0; line = files.readLine(ENTRIES)) {
            bytes memory calls = files.parseBytes(line);
            for (uint256 place; place < calls.length; place += CALL_BYTES) {
                _make(handler, calls, place);
            }
            invariant_All();
            vm.revertToState(start);
        }
        files.closeFile(ENTRIES);
    }

    function _make(address handler, bytes memory calls, uint256 first) private {
        bytes memory call = new bytes(CALL_BYTES);
        for (uint256 i; i < CALL_BYTES; ++i) {
            call[i] = calls[first + i];
        }
        (bool ok,) = handler.call(call);
        if (!ok) revert NotAccepted(call);
    }
}

/// @title Limits of gas that follow the coverage of the escrow.
contract GuidedGas is GasLimitsFuzzTest {
    string private constant ENTRIES = "test/corpus/gas.txt";

    /// @dev A line has one call of a test.
    function test_EveryEntryPasses() public {
        uint256 start = vm.snapshotState();
        for (string memory line = files.readLine(ENTRIES); bytes(line).length != 0; line = files.readLine(ENTRIES)) {
            bytes memory call = files.parseBytes(line);
            (bool ok, bytes memory answer) = address(this).call(call);
            if (!ok) {
                assembly {
                    revert(add(answer, 0x20), mload(answer))
                }
            }
            vm.revertToState(start);
        }
        files.closeFile(ENTRIES);
    }
}
