// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice Gas as a weapon: whatever limit a transaction has, either everything that can go home does, or nothing changes.
contract LowGasAttackTest is EscrowTest {
    TrickNft internal tricks;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 id = 1; id <= 5; ++id) {
            tricks.mint(alice, id);
        }
    }

    function test_Attack_UnderGassedCancelNeverHalfCancels_One() public {
        _sweep(offerOne(1, 1), 15_000, 120_000, 500);
    }

    function test_Attack_UnderGassedCancelNeverHalfCancels_ManyOfOneCollection() public {
        _sweep(offerMany(5), 20_000, 400_000, 2_000);
    }

    function test_Attack_UnderGassedCancelNeverHalfCancels_SeveralCollections() public {
        cats.mint(alice, 60);
        dogs.mint(alice, 60);
        bytes32 id = offerLists(
            list3(address(cats), address(dogs), address(tricks)), _ids(60, 60, 1), list(address(dogs)), list(1)
        );
        _sweep(id, 20_000, 400_000, 2_000);
    }

    function test_Attack_UnderGassedReturnOfAnExpiredOfferByItsRecipient() public {
        bytes32 id = offerMany(5);
        vm.warp(START + DAY + 1);
        bytes memory call = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        for (uint256 gasLimit = 20_000; gasLimit < 400_000; gasLimit += 2_000) {
            if (_try(bob, FEE, call, gasLimit)) break;
            assertStatus(id, 1);
        }
        for (uint256 i = 1; i <= 5; ++i) {
            assertHolds(alice, address(cats), i);
        }
    }

    function test_Attack_UnderGassedCancelOfACollectionThatSwallowsRefusals() public {
        // It reports success although its inner call ran out of gas: only the full grant makes that count.
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setTrick(1, Trick.SwallowsRefusal);
        bytes memory call = abi.encodeCall(escrow.cancelSwapOffer, (id));
        uint256 refusals;
        for (uint256 gasLimit = 20_000; gasLimit < 600_000; gasLimit += 5_000) {
            if (_try(alice, 0, call, gasLimit)) break;
            ++refusals;
            assertStatus(id, 1);
        }
        assertTrue(refusals > 10, "with too little gas");
        assertHolds(alice, address(tricks), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "gone home");
    }

    function test_Attack_UnderGassedCancelSaysHowMuchIsNeeded() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setTrick(1, Trick.Refuse);
        vm.prank(alice);
        (bool ok, bytes memory answer) =
            address(escrow).call{gas: 300_000}(abi.encodeCall(escrow.cancelSwapOffer, (id)));
        assertTrue(!ok, "refused");
        assertTrue(bytes4(answer) == E.NotEnoughGas.selector, "error");
        assertStatus(id, 1);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 500_000}(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "now it counts");
    }

    function test_Attack_UnansweredQuestionCountsOnlyWithFullGas() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setOwnerOfBreaks(true);
        bytes memory call = abi.encodeCall(escrow.cancelSwapOffer, (id));
        for (uint256 gasLimit = 20_000; gasLimit < 600_000; gasLimit += 5_000) {
            if (_try(alice, 0, call, gasLimit)) break;
            assertStatus(id, 1);
        }
        assertStatus(id, 3);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "no answer is no proof");
    }

    function test_Attack_UnderGassedClaimChangesNothing() public {
        bytes32 id = offerLists(repeat(address(tricks), 5), range(1, 5), list(address(dogs)), list(1));
        tricks.setBlocked(alice, true);
        cancel(id);
        tricks.setBlocked(alice, false);
        bytes memory call = claimCall(id);
        for (uint256 gasLimit = 20_000; gasLimit < 1_000_000; gasLimit += 5_000) {
            if (_try(stranger, 0, call, gasLimit)) break;
            for (uint256 i = 1; i <= 5; ++i) {
                assertEq(escrow.custodyOf(address(tricks), i), id, "held");
            }
        }
        for (uint256 i = 1; i <= 5; ++i) {
            assertHolds(alice, address(tricks), i);
        }
    }

    function test_Attack_NftThatNeedsMoreGasThanGrantedCanBeClaimed() public {
        bytes32 id = offerLists(repeat(address(tricks), 2), range(1, 2), list(address(dogs)), list(1));
        tricks.setTrick(1, Trick.NeedsMuchGas);
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        expectError(abi.encodeWithSelector(E.NothingReturned.selector, id));
        escrow.claimReturned{gas: 1_500_000}(id);
        escrow.claimReturned{gas: 2_600_000}(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_UnderGassedAcceptMovesNothing() public {
        bytes32 id = offerMany(3);
        bytes memory call = abi.encodeCall(escrow.acceptSwapOffer, (id));
        for (uint256 gasLimit = 20_000; gasLimit < 400_000; gasLimit += 2_000) {
            if (_try(bob, FEE, call, gasLimit)) break;
            assertStatus(id, 1);
            assertHolds(bob, address(dogs), 1);
        }
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(bob, address(cats), i);
        }
    }

    function _sweep(bytes32 id, uint256 from, uint256 to, uint256 step) private {
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        bytes memory call = abi.encodeCall(escrow.cancelSwapOffer, (id));
        for (uint256 gasLimit = from; gasLimit < to; gasLimit += step) {
            bool ok = _try(alice, 0, call, gasLimit);
            for (uint256 i; i < ids.length; ++i) {
                assertHolds(ok ? alice : address(escrow), nfts[i], ids[i]);
            }
            assertStatus(id, ok ? 3 : 1);
            if (ok) return;
        }
        revert Expected("that it works with enough gas");
    }

    function _try(address caller, uint256 value, bytes memory call, uint256 gasLimit) private returns (bool ok) {
        vm.prank(caller);
        (ok,) = address(escrow).call{value: value, gas: gasLimit}(call);
    }

    function _ids(uint256 a, uint256 b, uint256 c) private pure returns (uint256[] memory ids) {
        ids = list(a, b);
        uint256[] memory three = new uint256[](3);
        (three[0], three[1], three[2]) = (ids[0], ids[1], c);
        return three;
    }
}
