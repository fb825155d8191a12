// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CoinsTest} from "../base/CoinsTest.sol";
import {vm, Vm} from "../base/Vm.sol";
import {BareCoins} from "../wallets/BareCoins.sol";

/// @title What coins add to an offer's gas, beside a bare contract that moves the same coins. Before refunds.
contract CoinsGasTest is CoinsTest {
    uint256 private constant TRANSACTION_GAS = 21_000;

    BareCoins private bare;

    function setUp() public override {
        super.setUp();
        bare = new BareCoins();
        vm.deal(address(bare), 1);
        // All parties hold NFTs of both collections already, and the escrow's slots are written.
        cats.mint(bob, 50);
        dogs.mint(alice, 50);
        cats.mint(address(escrow), 51);
        _swap(8, 0, 0);
        _swap(9, COINS, ASKED);
    }

    function test_CoinsOnBothSides() public {
        _measure("both", COINS, ASKED);
    }

    function test_CoinsOnTheOfferedSide() public {
        _measure("offered", COINS, 0);
    }

    function test_CoinsOnTheRequestedSide() public {
        _measure("requested", 0, ASKED);
    }

    function test_CoinsThatComeHome() public {
        uint256 plain = _cancelled(10, 0, 0);
        uint256 withCoins = _cancelled(11, COINS, 0);
        vm.prank(alice);
        bare.lock{value: COINS}(1);
        vm.prank(alice);
        bare.cancel(1);
        _compare("cancel", withCoins, plain, _spent());
    }

    function _measure(string memory what, uint256 offered, uint256 requested) private {
        (uint256 plainCreate, uint256 plainAccept) = _swap(10, 0, 0);
        (uint256 create, uint256 accepted) = _swap(11, offered, requested);
        vm.prank(alice);
        bare.lock{value: offered}(1);
        uint256 bareCreate = _spent();
        vm.prank(bob);
        bare.accept{value: requested}(1);
        _compare(string.concat("create ", what), create, plainCreate, bareCreate);
        _compare(string.concat("accept ", what), accepted, plainAccept, _spent());
    }

    function _compare(string memory what, uint256 withCoins, uint256 without, uint256 alone) private {
        uint256 added = withCoins - without;
        uint256 bareGas = alone - TRANSACTION_GAS;
        emit Measured(what, added, bareGas);
        assertLe(added * 100, bareGas * 105, what);
    }

    event Measured(string what, uint256 added, uint256 bareGas);

    /// @dev One cat for one dog by the call that a creator would use.
    function _swap(uint256 id, uint256 offered, uint256 requested) private returns (uint256 create, uint256 accepted) {
        bytes32 offerId = _create(id, offered, requested);
        create = _spent();
        vm.prank(bob);
        escrow.acceptSwapOffer{value: FEE + requested}(offerId);
        accepted = _spent();
    }

    function _cancelled(uint256 id, uint256 offered, uint256 requested) private returns (uint256) {
        bytes32 offerId = _create(id, offered, requested);
        cancel(offerId);
        return _spent();
    }

    function _create(uint256 id, uint256 offered, uint256 requested) private returns (bytes32) {
        if (offered | requested == 0) {
            return offerLists(list(address(cats)), list(id), list(address(dogs)), list(id));
        }
        return offer(side(address(cats), id, 1, offered), side(address(dogs), id, 1, requested), address(0));
    }

    /// @dev Of the last call, before refunds.
    function _spent() private view returns (uint256) {
        Vm.Gas memory last = vm.lastCallGas();
        return last.gasTotalUsed + uint256(uint64(last.gasRefunded));
    }
}
