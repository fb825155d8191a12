// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheat codes of forge that these tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function prank(address caller) external;
    function startPrank(address caller) external;
    function stopPrank() external;
    function deal(address account, uint256 weiAmount) external;
    function warp(uint256 timestamp) external;
    function setNonceUnsafe(address account, uint64 nonce) external;
    function etch(address account, bytes calldata code) external;
    function load(address account, bytes32 slot) external view returns (bytes32);
    function store(address account, bytes32 slot, bytes32 value) external;
    function expectRevert(bytes calldata data) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function expectCall(address callee, bytes calldata data) external;
    function expectCall(address callee, bytes calldata data, uint64 count) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function lastCallGas() external view returns (Gas memory);
    function deployCode(string calldata artifact, bytes calldata arguments) external returns (address);
    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);
    function assume(bool condition) external pure;
    function label(address account, string calldata name) external;
    function snapshotState() external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
    function toString(address value) external pure returns (string memory);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
