// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A smart account for tests, which anyone may use
/// @notice Runs several calls as one transaction, all or none, as the account itself.
contract SmartAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    function execute(Call[] calldata calls) external payable {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory answer) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (ok) continue;
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
