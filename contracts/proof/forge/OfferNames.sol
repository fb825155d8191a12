// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The model names offers by ids of its own. Here they are exchanged for those that the contract under test gave,
/// word by word, on the way in and on the way out.
abstract contract OfferNames {
    error SameIdTwice(bytes32 offerId);

    mapping(bytes32 modelId => bytes32) private _real;
    mapping(bytes32 realId => bytes32) private _model;

    function _learn(bytes32 modelId, bytes32 realId) internal {
        if (_model[realId] != 0 || realId == 0) revert SameIdTwice(realId);
        _real[modelId] = realId;
        _model[realId] = modelId;
    }

    /// @param first Bytes before the first word: 4 behind a selector
    function _toReal(bytes memory data, uint256 first) internal view {
        _exchange(data, first, _real);
    }

    function _toModel(bytes memory data, uint256 first) internal view {
        _exchange(data, first, _model);
    }

    function _toModel(bytes32 word) internal view returns (bytes32) {
        bytes32 known = _model[word];
        return known == 0 ? word : known;
    }

    function _exchange(bytes memory data, uint256 first, mapping(bytes32 => bytes32) storage names) private view {
        for (uint256 place = first; place + 32 <= data.length; place += 32) {
            bytes32 word;
            assembly ("memory-safe") {
                word := mload(add(add(data, 0x20), place))
            }
            bytes32 other = names[word];
            if (other == 0) continue;
            assembly ("memory-safe") {
                mstore(add(add(data, 0x20), place), other)
            }
        }
    }
}
