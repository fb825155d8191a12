// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice What once stayed in the escrow for ever, or seemed to, and comes home now.
contract StuckAttackTest is EscrowTest {
    /// @dev About the C-Chain's block.
    uint256 private constant BLOCK_GAS = 21_000_000;

    TrickNft internal burners;
    TrickNft internal honest;

    function setUp() public override {
        super.setUp();
        burners = new TrickNft();
        honest = new TrickNft();
        approveAll(address(burners));
        approveAll(address(honest));
        for (uint256 id = 1; id <= 19; ++id) {
            burners.mint(alice, id);
        }
        honest.mint(alice, 20);
        honest.mint(alice, 21);
    }

    function test_Attack_NineteenGasBurnersKeepNoOtherNft() public {
        address[] memory nfts = repeat(address(burners), 20);
        nfts[19] = address(honest);
        bytes32 id = offerLists(nfts, range(1, 20), list(address(dogs)), list(1));
        for (uint256 i = 1; i <= 19; ++i) {
            burners.setTrick(i, Trick.BurnGas);
        }
        honest.setTrick(20, Trick.NeedsMuchGas);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: BLOCK_GAS}(id);
        expectError(abi.encodeWithSelector(E.NothingReturned.selector, id));
        escrow.claimReturned{gas: BLOCK_GAS}(id);
        assertEq(escrow.custodyOf(address(honest), 20), id, "all at once, it stays");
        escrow.claimReturned{gas: 2_600_000}(id, 1 << 19);
        assertHolds(alice, address(honest), 20);
        assertEq(escrow.custodyOf(address(honest), 20), 0, "by its bit, it leaves");
    }

    function test_Attack_DearAnswersAreRefusedAtTheDoor() public {
        honest.setAnswerCosts(130_000, 0);
        expectError(abi.encodeWithSelector(E.AnswerTooExpensive.selector, honest, 20, 100_000));
        offerOne(address(honest), 20, address(dogs), 1);
        honest.setAnswerCosts(0, 130_000);
        expectError(abi.encodeWithSelector(E.AnswerTooExpensive.selector, honest, 20, 100_000));
        offerLists(repeat(address(honest), 2), range(20, 2), list(address(dogs)), list(1));
        // Asked for, it never lies here: it may answer as it likes.
        honest.seize(20, bob);
        honest.setAnswerCosts(130_000, 130_000);
        bytes32 id = offerOne(address(cats), 1, address(honest), 20);
        accept(id);
        assertHolds(bob, address(cats), 1);
    }

    function test_Attack_AnswersThatGrowDearHoldNothingForEver() public {
        bytes32 id = offerOne(address(honest), 20, address(dogs), 1);
        honest.setAnswerCosts(130_000, 0);
        cancel(id);
        assertEq(honest.ownerOf(20), alice, "it is home");
        assertEq(escrow.custodyOf(address(honest), 20), id, "but was not seen to leave");
        expectError(abi.encodeWithSelector(E.NothingReturned.selector, id));
        escrow.claimReturned{gas: 700_000}(id);
        escrow.claimReturned{gas: 2_000_000}(id);
        assertEq(escrow.custodyOf(address(honest), 20), 0, "asked with more gas");
        honest.setAnswerCosts(0, 0);
        assertStatus(offerOne(address(honest), 20, address(dogs), 1), 1);
    }

    function test_Attack_RunsWhoseAnswersGrewDearAreClaimed() public {
        bytes32 id = offerLists(repeat(address(honest), 2), range(20, 2), list(address(dogs)), list(1));
        honest.setAnswerCosts(130_000, 130_000);
        cancel(id);
        assertEq(escrow.custodyOf(address(honest), 20), id, "not seen to leave");
        escrow.claimReturned{gas: 4_000_000}(id);
        assertEq(escrow.custodyOf(address(honest), 20), 0, "seen");
        assertEq(escrow.custodyOf(address(honest), 21), 0, "seen");
    }

    function test_Attack_RemintedNftIsFreedForItsNewHolder() public {
        bytes32 id = offerOne(1, 1);
        cats.burn(1);
        cats.mint(bob, 1);
        vm.warp(START + DAY + 1);
        _offerOfBobs(abi.encodeWithSelector(E.HeldByOffer.selector, cats, 1, id));
        expectError(abi.encodeWithSelector(E.NotParty.selector, id, stranger));
        vm.prank(stranger);
        escrow.cancelExpiredOffer{value: FEE}(id);
        abandon(id);
        vm.prank(stranger);
        escrow.sendHome(id);
        assertStatus(id, 3);
        assertHolds(bob, address(cats), 1);
        assertEq(escrow.custodyOf(address(cats), 1), 0, "free");
        _offerOfBobs("");
        assertHolds(address(escrow), address(cats), 1);
    }

    function test_Attack_TheLastNumberIsTheLastOffer() public {
        bytes32 first = offerOne(1, 1);
        accept(first);
        bytes32 settings = bytes32(uint256(2));
        vm.store(address(escrow), settings, bytes32((uint256(type(uint32).max) << 96) | FEE));
        expectError(abi.encodeWithSelector(E.OfferNumbersSpent.selector, type(uint32).max));
        offerOne(2, 2);
        vm.prank(owner);
        escrow.setCreationPaused(true);
        expectError(abi.encodeWithSelector(E.CreationPaused.selector));
        offerOne(2, 2);
        assertStatus(first, 2);
        assertHolds(alice, address(cats), 2);
        assertEq(escrow.fee(), FEE, "fee");
    }

    /// @param refusal Empty if it has to succeed
    function _offerOfBobs(bytes memory refusal) private {
        cats.mint(alice, block.timestamp);
        if (refusal.length != 0) expectError(refusal);
        vm.prank(bob);
        escrow.createSwapOffer{value: FEE}(address(cats), 1, address(cats), block.timestamp, DAY);
    }
}
