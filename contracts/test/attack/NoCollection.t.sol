// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TricksTest} from "../base/TricksTest.sol";
import {vm} from "../base/Vm.sol";

/// @notice What is offered or asked for is no ERC-721 collection.
contract NoCollectionAttackTest is TricksTest {
    function test_Attack_Erc20OnEitherSide() public {
        Coin coin = new Coin(alice);
        vm.prank(alice);
        coin.approve(address(escrow), type(uint256).max);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, coin));
        offerOne(address(coin), 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, coin));
        offerOne(address(cats), 1, address(coin), 1);
    }

    function test_Attack_Erc1155OnEitherSide() public {
        Items items = new Items();
        expectError(abi.encodeWithSelector(E.NotErc721.selector, items));
        offerOne(address(items), 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, items));
        offerOne(address(cats), 1, address(items), 1);
    }

    function test_Attack_PlainAccountOnEitherSide() public {
        expectError(abi.encodeWithSelector(E.NotErc721.selector, stranger));
        offerOne(stranger, 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, stranger));
        offerOne(address(cats), 1, stranger, 1);
    }

    function test_Attack_OneOfManyIsNoCollection() public {
        expectError(abi.encodeWithSelector(E.NotErc721.selector, stranger));
        offerLists(list(address(cats), stranger), list(1, 1), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.NotErc721.selector, stranger));
        offerLists(list(address(cats)), list(1), list(address(dogs), stranger), list(1, 1));
        assertHolds(alice, address(cats), 1);
    }
}

contract Coin is ERC20("Coin", "COIN") {
    constructor(address holder) {
        _mint(holder, 1000);
    }
}

contract Items is ERC1155("") {}
