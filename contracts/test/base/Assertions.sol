// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Comparisons that fail a test with both values.
abstract contract Assertions {
    error Expected(string what);
    error ExpectedNumber(string what, uint256 actual, uint256 expected);
    error ExpectedAddress(string what, address actual, address expected);
    error ExpectedBytes32(string what, bytes32 actual, bytes32 expected);

    function assertTrue(bool actual, string memory what) internal pure {
        if (!actual) revert Expected(what);
    }

    function assertEq(uint256 actual, uint256 expected, string memory what) internal pure {
        if (actual != expected) revert ExpectedNumber(what, actual, expected);
    }

    function assertEq(address actual, address expected, string memory what) internal pure {
        if (actual != expected) revert ExpectedAddress(what, actual, expected);
    }

    function assertEq(bytes32 actual, bytes32 expected, string memory what) internal pure {
        if (actual != expected) revert ExpectedBytes32(what, actual, expected);
    }

    function assertLe(uint256 actual, uint256 limit, string memory what) internal pure {
        if (actual > limit) revert ExpectedNumber(what, actual, limit);
    }

    /// @notice `value` folded into low..high.
    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + value % (high - low + 1);
    }
}
