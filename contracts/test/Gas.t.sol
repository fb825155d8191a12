// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "./base/EscrowTest.sol";
import {Vm, vm} from "./base/Vm.sol";

/// @notice What each step may cost at most, with one plain collection a side: each call is a transaction of its own, all
/// parties hold other NFTs of both collections, nothing is refunded. The benchmark measures the same on a real node.
contract GasTest is EscrowTest {
    struct Ceilings {
        uint256 create;
        uint256 accept;
        uint256 cancel;
    }

    function setUp() public override {
        super.setUp();
        cats.mint(bob, 100);
        dogs.mint(alice, 100);
        offerOne(40, 40); // and the escrow, of the creator's
    }

    function test_Gas_OneForOne() public {
        _steps(1, Ceilings(160_000, 85_705, 56_800));
    }

    function test_Gas_FiveForFive() public {
        _steps(5, Ceilings(250_000, 180_169, 101_808));
    }

    function test_Gas_TwentyForTwenty() public {
        _steps(20, Ceilings(575_000, 515_000, 274_899));
    }

    function _steps(uint256 count, Ceilings memory ceilings) private {
        bytes32 id = _create(count);
        assertLe(_used(), ceilings.create, "create");
        accept(id);
        assertLe(_used(), ceilings.accept, "accept");
        for (uint256 i = 1; i <= count; ++i) {
            vm.prank(bob);
            cats.transferFrom(bob, alice, i);
            vm.prank(alice);
            dogs.transferFrom(alice, bob, i);
        }
        id = _create(count);
        cancel(id);
        assertLe(_used(), ceilings.cancel, "cancel");
    }

    function _create(uint256 count) private returns (bytes32) {
        return count == 1 ? offerOne(1, 1) : offerMany(count);
    }

    function _used() private view returns (uint256) {
        Vm.Gas memory used = vm.lastCallGas();
        return used.gasTotalUsed + uint64(used.gasRefunded);
    }
}
