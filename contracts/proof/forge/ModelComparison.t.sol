// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OfferNames} from "./OfferNames.sol";
import {Reader} from "./Reader.sol";
import {vm, Vm} from "./Vm.sol";

/// @title Replays what the model did, on a contract, and compares everything that can be seen.
/// @notice A trace holds calls and what the model says comes out of them: the answer or the error with its arguments,
/// the events, and questions about state, NFT holders and coin. The environment names the traces.
contract ModelComparison is OfferNames {
    using Reader for Reader.Cursor;

    /// @notice The contract and the model differ. `step` counts from 0 in the trace.
    error Differs(string trace, uint256 step, string what, bytes actual, bytes expected);

    uint256 private constant START = 1_760_000_000;
    uint256 private constant FEE = 0.01 ether;
    uint256 private constant MAX_FEE = 0.05 ether;
    address private constant OWNER = 0x00000000000000000000000000000000000A11cE;
    /// @dev The first creation of forge's test contract.
    address private constant ESCROW = 0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f;
    uint256 private constant CALL_GAS = 30_000_000;

    enum Kind {
        Call,
        Create,
        Warp,
        Etch,
        Deal
    }

    address private _escrow;

    function test_TheEscrowFollowsTheModel() external {
        string[] memory traces = vm.split(vm.envString("PARLEY_TRACES"), ",");
        require(traces.length != 0 && bytes(traces[0]).length != 0, "no traces");
        for (uint256 i; i < traces.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            this.play(traces[i]);
            require(vm.revertToState(snapshot), "snapshot lost");
        }
    }

    /// @dev Its own call, so that the memory of one trace is free for the next.
    function play(string calldata trace) external {
        vm.warp(START);
        _escrow = vm.deployCode("SwapEscrow.sol:SwapEscrow", abi.encode(OWNER, FEE, MAX_FEE));
        require(_escrow == ESCROW, "the traces name another address");
        vm.recordLogs();
        Reader.Cursor memory file = Reader.Cursor(vm.readFileBinary(trace), 0);
        for (uint256 index; !file.atEnd(); ++index) {
            this.step(file.sized(), trace, index);
        }
    }

    function step(bytes calldata encoded, string calldata trace, uint256 index) external {
        Reader.Cursor memory cursor = Reader.Cursor(encoded, 0);
        Kind kind = Kind(cursor.number(1));
        address caller = cursor.account();
        address target = cursor.account();
        uint256 value = cursor.number(32);
        bool success = cursor.number(1) == 1;
        bytes memory data = cursor.sized();
        bytes memory answer = cursor.sized();
        bytes memory logs = cursor.sized();
        if (kind == Kind.Warp) vm.warp(value);
        else if (kind == Kind.Deal) vm.deal(target, value);
        else if (kind == Kind.Etch) vm.etch(target, data);
        else _call(kind, caller, target, value, data, success, answer, trace, index);
        bytes memory logged = _logs();
        // forge records also what a call logged before it reverted, which the chain forgets.
        if (success) _compare(logged, logs, "events", trace, index);
        _probe(cursor, trace, index);
        require(cursor.atEnd(), "step too long");
    }

    function _call(
        Kind kind,
        address caller,
        address target,
        uint256 value,
        bytes memory data,
        bool success,
        bytes memory expected,
        string calldata trace,
        uint256 index
    ) private {
        _toReal(data, 4);
        vm.prank(caller);
        (bool done, bytes memory answer) = target.call{value: value, gas: CALL_GAS}(data);
        if (done != success) {
            if (!done) _toModel(answer, 4);
            revert Differs(trace, index, done ? "succeeds" : "fails", answer, expected);
        }
        if (kind == Kind.Create && done) {
            _learn(bytes32(expected), abi.decode(answer, (bytes32)));
        } else if (!done) {
            _toModel(answer, 4);
            _compare(answer, expected, "error", trace, index);
        }
    }

    function _probe(Reader.Cursor memory cursor, string calldata trace, uint256 index) private view {
        uint256 count = cursor.number(2);
        for (uint256 i; i < count; ++i) {
            address target = cursor.account();
            bytes memory question = cursor.sized();
            bytes memory expected = cursor.sized();
            if (question.length == 0) {
                _compare(abi.encode(target.balance), expected, "coin", trace, index);
                continue;
            }
            bytes memory asked = bytes.concat(question);
            _toReal(question, 4);
            (bool answered, bytes memory answer) = target.staticcall(question);
            answered; // A refusal is an answer too.
            _toModel(answer, 0);
            if (keccak256(answer) != keccak256(expected)) {
                revert Differs(trace, index, "answer", bytes.concat(bytes20(target), asked, answer), expected);
            }
        }
    }

    /// @dev What the escrow logged since the last step, in the trace's own format.
    function _logs() private returns (bytes memory packed) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != _escrow) continue;
            packed = bytes.concat(packed, bytes1(uint8(logs[i].topics.length)));
            for (uint256 topic; topic < logs[i].topics.length; ++topic) {
                packed = bytes.concat(packed, _toModel(logs[i].topics[topic]));
            }
            _toModel(logs[i].data, 0);
            packed = bytes.concat(packed, bytes4(uint32(logs[i].data.length)), logs[i].data);
        }
    }

    function _compare(
        bytes memory actual,
        bytes memory expected,
        string memory what,
        string calldata trace,
        uint256 index
    ) private pure {
        if (keccak256(actual) != keccak256(expected)) {
            revert Differs(trace, index, what, actual, expected);
        }
    }
}
