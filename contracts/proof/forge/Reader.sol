// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Reads a trace from the front.
library Reader {
    struct Cursor {
        bytes data;
        uint256 position;
    }

    function number(Cursor memory cursor, uint256 size) internal pure returns (uint256 value) {
        bytes memory data = cursor.data;
        uint256 position = cursor.position;
        require(position + size <= data.length, "trace cut short");
        assembly ("memory-safe") {
            value := shr(sub(256, mul(8, size)), mload(add(add(data, 0x20), position)))
        }
        cursor.position = position + size;
    }

    function account(Cursor memory cursor) internal pure returns (address) {
        return address(uint160(number(cursor, 20)));
    }

    /// @notice Bytes with their length before them.
    function sized(Cursor memory cursor) internal pure returns (bytes memory part) {
        uint256 size = number(cursor, 4);
        bytes memory data = cursor.data;
        uint256 position = cursor.position;
        require(position + size <= data.length, "trace cut short");
        part = new bytes(size);
        assembly ("memory-safe") {
            mcopy(add(part, 0x20), add(add(data, 0x20), position), size)
        }
        cursor.position = position + size;
    }

    function atEnd(Cursor memory cursor) internal pure returns (bool) {
        return cursor.position == cursor.data.length;
    }
}
