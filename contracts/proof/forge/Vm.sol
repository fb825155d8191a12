// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheat codes of forge that the comparison uses.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function prank(address caller) external;
    function deal(address account, uint256 weiAmount) external;
    function warp(uint256 timestamp) external;
    function etch(address account, bytes calldata code) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function deployCode(string calldata artifact, bytes calldata arguments) external returns (address);
    function snapshotState() external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
    function readFileBinary(string calldata path) external view returns (bytes memory);
    function envString(string calldata name) external view returns (string memory);
    function split(string calldata text, string calldata delimiter) external pure returns (string[] memory);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
