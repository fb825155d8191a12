// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {Hook, Trick, TrickNft} from "../tokens/TrickNft.sol";
import {OwnerWallet} from "../wallets/OwnerWallet.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {vm} from "./Vm.sol";

/// @notice Two collections that call out at every place where the escrow does, everything that changes state to be called from
/// there, and the calls around it.
abstract contract ReentryTest is EscrowTest {
    TrickNft internal offered;
    TrickNft internal requested;
    bytes32 internal open;
    OwnerWallet internal wallet;

    function setUp() public override {
        super.setUp();
        wallet = new OwnerWallet();
        owner = address(wallet);
        escrow = ISwapEscrow(deployEscrow(owner, FEE, MAX_FEE));
        approveAll(address(cats));
        approveAll(address(dogs));
        offered = new TrickNft();
        requested = new TrickNft();
        approveAll(address(offered));
        approveAll(address(requested));
        for (uint256 id = 1; id <= 9; ++id) {
            offered.mint(alice, id);
            requested.mint(bob, id);
        }
        open = offerOne(9, 9); // another, honest offer that the inner calls are aimed at
    }

    // ── Outer calls ──────────────────────────────────────────────────────────────────────────────────────────────────

    function createOne() external returns (bytes32) {
        return offerOne(address(offered), 1, address(requested), 1);
    }

    function createMany() external returns (bytes32) {
        return offerLists(repeat(address(offered), 3), range(1, 3), repeat(address(requested), 3), range(1, 3));
    }

    function stickOne() external returns (bytes32 id) {
        id = offerOne(address(offered), 1, address(requested), 1);
        _stick(id, 1);
    }

    function stickMany() external returns (bytes32 id) {
        id = offerLists(repeat(address(offered), 3), range(1, 3), repeat(address(requested), 3), range(1, 3));
        _stick(id, 3);
    }

    function strayIn() external returns (bytes32) {
        offered.mint(address(escrow), 77);
        return bytes32(uint256(1));
    }

    function acceptIt(bytes32 id) external {
        accept(id);
        _quiet();
        assertHolds(bob, address(offered), 1);
    }

    function cancelIt(bytes32 id) external {
        cancel(id);
        _quiet();
        assertHolds(alice, address(offered), 1);
    }

    function returnIt(bytes32 id) external {
        returnExpired(id);
        _quiet();
        assertHolds(alice, address(offered), 1);
    }

    function claimIt(bytes32 id) external {
        vm.prank(stranger);
        escrow.claimReturned(id);
        _quiet();
        assertHolds(alice, address(offered), 1);
    }

    function strayOut(bytes32) external {
        wallet.run(address(escrow), abi.encodeCall(escrow.emergencyWithdraw, (address(offered), 77)));
        _quiet();
        assertHolds(owner, address(offered), 77);
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Everything that changes state. Aimed at an offer that the caller could otherwise end.
    function _inner(bytes32 id) internal view returns (bytes[] memory calls) {
        calls = new bytes[](17);
        calls[0] = abi.encodeCall(escrow.createSwapOffer, (address(cats), 1, address(dogs), 1, DAY));
        calls[1] = abi.encodeCall(
            escrow.createMultiSwapOffer, (list(address(cats)), list(1), list(address(dogs)), list(1), DAY)
        );
        calls[2] = abi.encodeCall(escrow.acceptSwapOffer, (id));
        calls[3] = abi.encodeCall(escrow.cancelSwapOffer, (id));
        calls[4] = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        calls[5] = claimCall(id);
        calls[6] = abi.encodeCall(escrow.updateFee, (0));
        calls[7] = abi.encodeCall(escrow.withdrawFees, ());
        calls[8] = abi.encodeCall(escrow.emergencyWithdraw, (address(offered), 1));
        calls[9] = abi.encodeCall(escrow.setCreationPaused, (true));
        calls[10] = abi.encodeCall(escrow.transferOwnership, (stranger));
        calls[11] = abi.encodeCall(escrow.acceptOwnership, ());
        calls[12] = abi.encodeCall(escrow.renounceOwnership, ());
        calls[13] = abi.encodeCall(escrow.sendHome, (id));
        calls[14] = claimCall(id, 1);
        calls[15] = abi.encodeCall(escrow.takeOwedCoins, (stranger));
        L.Side memory none;
        calls[16] = abi.encodeCall(escrow.createSwapOfferWithCoins, (none, none, DAY, stranger));
    }

    function _eachInner(TrickNft nft, Hook hook, function() external returns (bytes32) outer) internal {
        bytes[] memory inner = _inner(open);
        for (uint256 i; i < inner.length; ++i) {
            uint256 before = vm.snapshotState();
            nft.setReentry(hook, address(escrow), inner[i]);
            vm.expectCall(address(escrow), inner[i]);
            bytes32 id = outer();
            assertStatus(id, 1);
            vm.revertToState(before);
        }
    }

    function _eachInnerOf(
        TrickNft nft,
        Hook hook,
        function() external returns (bytes32) prepare,
        function(bytes32) external outer
    ) internal {
        bytes32 id = prepare();
        // At the other offer, at this one itself.
        for (uint256 round; round < 2; ++round) {
            bytes[] memory inner = _inner(round == 0 ? open : id);
            for (uint256 i; i < inner.length; ++i) {
                uint256 before = vm.snapshotState();
                nft.setReentry(hook, address(escrow), inner[i]);
                vm.expectCall(address(escrow), inner[i]);
                outer(id);
                vm.revertToState(before);
            }
        }
        // Back to before `prepare`, for the next pair of it and `outer`.
        _quiet();
        outer(id);
        _sendBack();
    }

    /// @dev No hooks any more, so that a test can look.
    function _quiet() private {
        for (uint256 i; i < 4; ++i) {
            offered.clearHook(Hook(i));
            requested.clearHook(Hook(i));
        }
    }

    function _stick(bytes32 id, uint256 count) private {
        for (uint256 i = 1; i <= count; ++i) {
            offered.setTrick(i, Trick.Refuse);
        }
        cancel(id);
        for (uint256 i = 1; i <= count; ++i) {
            assertEq(escrow.custodyOf(address(offered), i), id, "stuck");
            offered.setTrick(i, Trick.Honest);
        }
    }

    function _sendBack() private {
        for (uint256 i = 1; i <= 3; ++i) {
            if (offered.ownerOf(i) != alice) offered.seize(i, alice);
            if (requested.ownerOf(i) != bob) requested.seize(i, bob);
        }
        vm.warp(START);
    }
}
