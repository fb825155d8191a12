// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "./base/EscrowTest.sol";
import {Vm, vm} from "./base/Vm.sol";

contract GasTest is EscrowTest {
    event Figure(string step, uint256 gas);

    function measure(string memory step) internal returns (uint256 gas) {
        Vm.Gas memory used = vm.lastCallGas();
        gas = uint256(used.gasTotalUsed) + uint256(uint64(used.gasRefunded));
        emit Figure(step, gas);
    }

    function test_Gas_1() public {
        _swap(1);
    }

    function test_Gas_5() public {
        _swap(5);
    }

    function test_Gas_20() public {
        _swap(20);
    }

    function _swap(uint256 count) private {
        cats.mint(bob, 100);
        dogs.mint(alice, 100);
        cats.mint(address(escrow), 101);
        dogs.mint(address(escrow), 101);
        offerOne(39, 39);
        bytes32 offer = _create(count);
        measure("create");
        vm.prank(bob);
        escrow.acceptSwapOffer{value: FEE}(offer);
        measure("accept");
        vm.startPrank(bob);
        for (uint256 i = 1; i <= count; ++i) {
            cats.transferFrom(bob, alice, i);
        }
        vm.stopPrank();
        vm.startPrank(alice);
        for (uint256 i = 1; i <= count; ++i) {
            dogs.transferFrom(alice, bob, i);
        }
        vm.stopPrank();
        offer = _create(count);
        measure("create again");
        vm.prank(alice);
        escrow.cancelSwapOffer(offer);
        measure("cancel");
    }

    function _create(uint256 count) private returns (bytes32) {
        vm.prank(alice);
        if (count == 1) return escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, DAY);
        address[] memory a = repeat(address(cats), count);
        uint256[] memory b = range(1, count);
        address[] memory c = repeat(address(dogs), count);
        return escrow.createMultiSwapOffer{value: FEE}(a, b, c, b, DAY);
    }
}
