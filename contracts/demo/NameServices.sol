// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Test doubles of Avvy's ResolutionUtils and ENS's UniversalResolver
/// @notice Anyone may set anything, as anyone may set a reverse record of a name that isn't theirs.
contract NameServices {
    error ResolverNotFound(bytes name);

    mapping(string name => string value) private avvyValues;
    mapping(address wallet => string name) private avvyNames;
    mapping(bytes name => mapping(uint256 coinType => bytes value)) private ensValues;
    mapping(bytes wallet => string name) private ensNames;

    function setAvvy(string calldata name, string calldata value) external {
        avvyValues[name] = value;
    }

    function setAvvyName(address wallet, string calldata name) external {
        avvyNames[wallet] = name;
    }

    /// @param name In DNS's wire format.
    function setEns(bytes calldata name, uint256 coinType, bytes calldata value) external {
        ensValues[name][coinType] = value;
    }

    function setEnsName(address wallet, string calldata name) external {
        ensNames[abi.encodePacked(wallet)] = name;
    }

    function resolveStandard(string calldata name, uint256 key) external view returns (string memory value) {
        require(key == 3 && bytes(avvyValues[name]).length > 0, "no such name");
        return avvyValues[name];
    }

    function reverseResolveEVMToName(address addy) external view returns (string memory preimage) {
        return avvyNames[addy];
    }

    /// @param data A call of `addr(bytes32,uint256)`.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        (, uint256 coinType) = abi.decode(data[4:], (bytes32, uint256));
        bytes memory value = ensValues[name][coinType];
        if (value.length == 0 && ensValues[name][60].length == 0) revert ResolverNotFound(name);
        return (abi.encode(value), address(this));
    }

    function reverseWithGateways(bytes calldata wallet, uint256, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return (ensNames[wallet], address(this), address(this));
    }
}
