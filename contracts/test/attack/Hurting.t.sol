// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TricksTest} from "../base/TricksTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice Collections that answer, refuse or burn gas to hurt others, and one bad NFT of twenty.
contract HurtingCollectionAttackTest is TricksTest {
    // ── Answers meant to hurt ────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_HugeAnswersCostNobodyElse() public {
        tricks.setTrick(1, Trick.HugeAnswer);
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "500 kB are above the gas that a return is granted");
        tricks.setTrick(1, Trick.Honest);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_HugeRefusalIsCut() public {
        tricks.setTrick(1, Trick.HugeRefusal);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, new bytes(256)));
        offerOne(address(tricks), 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, new bytes(256)));
        _offerTricks(20);
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 2), list(address(dogs)), list(1));
        tricks.setTrick(2, Trick.HugeRefusal);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 2), id, "held");
    }

    function test_Attack_BurnsAllGasOnCancel() public {
        bytes32 id = offerLists(list(address(tricks), address(cats)), list(1, 1), list(address(dogs)), list(1));
        tricks.setTrick(1, Trick.BurnGas);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 700_000}(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    function test_Attack_TwentyThatBurnAllGasFitABlock() public {
        bytes32 id = _offerTricks(20);
        for (uint256 i = 1; i <= 20; ++i) {
            tricks.setTrick(i, Trick.BurnGas);
        }
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 9_000_000}(id);
        assertStatus(id, 3);
    }

    function test_Attack_TwentyThatBurnAllGasInAnswersTooFitABlock() public {
        bytes32 id = _offerTricks(20);
        for (uint256 i = 1; i <= 20; ++i) {
            tricks.setTrick(i, Trick.BurnGas);
        }
        tricks.setAnswersBurn(true);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 10_200_000}(id);
        assertStatus(id, 3);
    }

    // ── One bad of twenty ────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_OneBadOfTwentyOnAccept_NothingMovesAndNoFee() public {
        bytes32 id = _offerTricks(20);
        tricks.setTrick(20, Trick.Refuse);
        uint256 before = bob.balance;
        bytes memory reason = abi.encodeWithSelector(TrickNft.Refused.selector, 20);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 20, reason));
        accept(id);
        for (uint256 i = 1; i <= 20; ++i) {
            assertHolds(address(escrow), address(tricks), i);
        }
        assertHolds(bob, address(dogs), 1);
        assertEq(bob.balance, before, "no fee");
        assertStatus(id, 1);
    }

    function test_Attack_OneBadOfTwentyOnCancel_NineteenGoHome() public {
        Trick[4] memory kinds = [Trick.Silent, Trick.Refuse, Trick.BurnGas, Trick.HugeRefusal];
        for (uint256 k; k < 4; ++k) {
            for (uint256 bad = 1; bad <= 20; bad += 19 - 9 * (k % 2)) {
                uint256 before = vm.snapshotState();
                bytes32 id = _offerTricks(20);
                tricks.setTrick(bad, kinds[k]);
                cancel(id);
                for (uint256 i = 1; i <= 20; ++i) {
                    assertHolds(i == bad ? address(escrow) : alice, address(tricks), i);
                    assertEq(escrow.custodyOf(address(tricks), i), i == bad ? id : bytes32(0), "custody");
                }
                vm.revertToState(before);
            }
        }
    }

    function test_Attack_EachPlaceOfTwentyRefusesUnderItsOwnName() public {
        // The loop takes several at a time: whichever refuses is named, with its own answer.
        for (uint256 count = 2; count <= 20; count += 3) {
            bytes32 id = _offerTricks(count);
            for (uint256 bad = 1; bad <= count; ++bad) {
                tricks.setTrick(bad, Trick.Refuse);
                bytes memory reason = abi.encodeWithSelector(TrickNft.Refused.selector, bad);
                expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, bad, reason));
                accept(id);
                tricks.setTrick(bad, Trick.Honest);
            }
            cancel(id);
        }
    }
}
