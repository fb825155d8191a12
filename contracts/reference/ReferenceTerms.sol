// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ISwapEscrowErrors} from "../src/ISwapEscrowErrors.sol";

/// @title What may be offered, and questions to collections that may not answer, in the plainest words that Solidity has.
abstract contract ReferenceTerms is ISwapEscrowErrors {
    struct Nft {
        address token;
        uint256 id;
    }

    function _nfts(address[] memory tokens, uint256[] memory ids) internal pure returns (Nft[] memory side) {
        side = new Nft[](tokens.length);
        for (uint256 i = 0; i < tokens.length; i++) {
            side[i] = Nft(tokens[i], ids[i]);
        }
    }

    function _requireShape(
        address[] memory tokensA,
        uint256[] memory idsA,
        address[] memory tokensB,
        uint256[] memory idsB,
        uint256 duration
    ) internal pure {
        if (tokensA.length == 0 || tokensB.length == 0) {
            revert EmptySide(tokensA.length, tokensB.length);
        }
        if (tokensA.length != idsA.length) revert UnequalArrays(tokensA.length, idsA.length);
        if (tokensA.length > 20) revert TooManyNfts(tokensA.length, 20);
        if (tokensB.length != idsB.length) revert UnequalArrays(tokensB.length, idsB.length);
        if (tokensB.length > 20) revert TooManyNfts(tokensB.length, 20);
        if (duration == 0 || duration > 30 days) revert DurationOutOfRange(duration, 30 days);
    }

    function _requireDistinct(Nft[] memory sideA, Nft[] memory sideB) internal pure {
        for (uint256 i = 0; i < sideA.length; i++) {
            if (_standsBefore(sideA, i, sideA[i])) revert DuplicateNft(sideA[i].token, sideA[i].id);
        }
        for (uint256 i = 0; i < sideB.length; i++) {
            if (_standsBefore(sideA, sideA.length, sideB[i])) revert NftOnBothSides(sideB[i].token, sideB[i].id);
            if (_standsBefore(sideB, i, sideB[i])) revert DuplicateNft(sideB[i].token, sideB[i].id);
        }
    }

    function _standsBefore(Nft[] memory side, uint256 end, Nft memory wanted) private pure returns (bool) {
        for (uint256 i = 0; i < end; i++) {
            if (side[i].token == wanted.token && side[i].id == wanted.id) return true;
        }
        return false;
    }

    function _requireErc721(Nft[] memory side) internal view {
        for (uint256 i = 0; i < side.length; i++) {
            (bool answered, uint256 word) =
                _ask(side[i].token, abi.encodeCall(IERC165.supportsInterface, (type(IERC721).interfaceId)));
            if (!answered || word != 1) revert NotErc721(side[i].token);
        }
    }

    function _requireRecipient(Nft[] memory sideA, Nft[] memory sideB) internal view returns (address recipient) {
        for (uint256 i = 0; i < sideB.length; i++) {
            (bool known, address holder) = _ownerOf(sideB[i]);
            if (!known || holder == address(0)) revert RequestedNftUnowned(sideB[i].token, sideB[i].id);
            if (holder == msg.sender) revert RequestedFromYourself(sideB[i].token, sideB[i].id);
            if (holder == address(this)) revert RequestedFromEscrow(sideB[i].token, sideB[i].id);
            if (i == 0) recipient = holder;
            if (holder != recipient) {
                revert RequestedFromSeveral(sideB[i].token, sideB[i].id, holder, recipient);
            }
        }
        for (uint256 i = 0; i < sideA.length; i++) {
            if (sideA[i].token == recipient) revert RequestedFromCollection(recipient);
        }
        for (uint256 i = 0; i < sideB.length; i++) {
            if (sideB[i].token == recipient) revert RequestedFromCollection(recipient);
        }
    }

    function _ownerOf(Nft memory nft) internal view returns (bool known, address holder) {
        uint256 word;
        (known, word) = _ask(nft.token, abi.encodeCall(IERC721.ownerOf, (nft.id)));
        if (known && word <= type(uint160).max) return (true, address(uint160(word)));
        return (false, address(0));
    }

    function _balanceOf(address token, address holder) internal view returns (bool known, uint256 balance) {
        return _ask(token, abi.encodeCall(IERC721.balanceOf, (holder)));
    }

    function _ask(address token, bytes memory question) private view returns (bool answered, uint256 word) {
        bytes memory answer;
        (answered, answer) = token.staticcall(question);
        if (!answered || answer.length < 32) return (false, 0);
        return (true, abi.decode(answer, (uint256)));
    }
}
