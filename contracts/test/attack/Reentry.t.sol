// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {Hook, Trick, TrickNft} from "../tokens/TrickNft.sol";
import {OwnerWallet} from "../wallets/OwnerWallet.sol";

/// @notice The whole matrix: every function that changes state, called from inside every other at every place where the
/// escrow calls out. The hostile collection breaks down unless the answer is `Reentered`, so the outer call succeeds
/// only where the inner one was refused for that reason.
contract ReentryAttackTest is EscrowTest {
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

    // ── Creating ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromSupportsInterfaceWhileCreating() public {
        _eachInner(offered, Hook.SupportsInterface, this.createOne);
        _eachInner(requested, Hook.SupportsInterface, this.createMany);
    }

    function test_Attack_Reentry_FromOwnerOfWhileCreating() public {
        _eachInner(offered, Hook.OwnerOf, this.createOne);
        _eachInner(requested, Hook.OwnerOf, this.createOne);
        _eachInner(requested, Hook.OwnerOf, this.createMany);
    }

    function test_Attack_Reentry_FromBalanceOfWhileCreating() public {
        _eachInner(offered, Hook.BalanceOf, this.createMany);
    }

    function test_Attack_Reentry_FromTransferWhileCreating() public {
        _eachInner(offered, Hook.Transfer, this.createOne);
        _eachInner(offered, Hook.Transfer, this.createMany);
    }

    // ── Accepting ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileAccepting() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.acceptIt);
        _eachInnerOf(requested, Hook.Transfer, this.createOne, this.acceptIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.acceptIt);
        _eachInnerOf(requested, Hook.Transfer, this.createMany, this.acceptIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileAccepting() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.acceptIt);
        _eachInnerOf(requested, Hook.OwnerOf, this.createOne, this.acceptIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileAccepting() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.acceptIt);
        _eachInnerOf(requested, Hook.BalanceOf, this.createMany, this.acceptIt);
    }

    // ── Going home ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileCancelling() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.cancelIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.cancelIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileCancelling() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.cancelIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileCancelling() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.cancelIt);
    }

    function test_Attack_Reentry_FromTransferWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.Transfer, this.createOne, this.returnIt);
        _eachInnerOf(offered, Hook.Transfer, this.createMany, this.returnIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.createOne, this.returnIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileReturningExpired() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.createMany, this.returnIt);
    }

    function test_Attack_Reentry_FromTransferWhileClaiming() public {
        _eachInnerOf(offered, Hook.Transfer, this.stickOne, this.claimIt);
        _eachInnerOf(offered, Hook.Transfer, this.stickMany, this.claimIt);
    }

    function test_Attack_Reentry_FromOwnerOfWhileClaiming() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.stickOne, this.claimIt);
    }

    function test_Attack_Reentry_FromBalanceOfWhileClaiming() public {
        _eachInnerOf(offered, Hook.BalanceOf, this.stickMany, this.claimIt);
    }

    // ── The owner's ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromTransferWhileWithdrawingAStray() public {
        _eachInnerOf(offered, Hook.Transfer, this.strayIn, this.strayOut);
    }

    function test_Attack_Reentry_FromOwnerOfWhileWithdrawingAStray() public {
        _eachInnerOf(offered, Hook.OwnerOf, this.strayIn, this.strayOut);
    }

    function test_Attack_Reentry_FromTheOwnersWalletWhileWithdrawingFees() public {
        bytes[] memory inner = _inner(open);
        for (uint256 i; i < inner.length; ++i) {
            uint256 before = vm.snapshotState();
            wallet.setReentry(address(escrow), inner[i]);
            vm.expectCall(address(escrow), inner[i]);
            wallet.run(address(escrow), abi.encodeCall(escrow.withdrawFees, ()));
            assertEq(owner.balance, FEE, "paid once");
            vm.revertToState(before);
        }
    }

    function test_Attack_Reentry_FromTheOwnersWalletWhileRenouncing() public {
        bytes[] memory inner = _inner(open);
        for (uint256 i; i < inner.length; ++i) {
            uint256 before = vm.snapshotState();
            wallet.setReentry(address(escrow), inner[i]);
            vm.expectCall(address(escrow), inner[i]);
            wallet.run(address(escrow), abi.encodeCall(escrow.renounceOwnership, ()));
            assertEq(escrow.owner(), address(0), "renounced");
            vm.revertToState(before);
        }
    }

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_ViewsReadDuringAHookSayWhatWillBeSo() public {
        bytes32 id = this.createMany();
        ViewReader reader = new ViewReader(escrow, id, offered, 1);
        bytes32 terms = reader.terms();
        requested.setHook(Hook.Transfer, address(reader), abi.encodeCall(reader.read, ()));
        accept(id);
        assertEq(reader.seenStatus(), 2, "closed before anything moves");
        assertEq(reader.seenCustody(), 0, "released");
        assertEq(reader.seenTerms(), terms, "terms");
    }

    function test_Attack_ViewsReadWhileCancellingHoldTheNftUntilItHasLeft() public {
        bytes32 id = this.createMany();
        ViewReader reader = new ViewReader(escrow, id, offered, 1);
        bytes32 terms = reader.terms();
        offered.setHook(Hook.Transfer, address(reader), abi.encodeCall(reader.read, ()));
        cancel(id);
        assertEq(reader.seenStatus(), 3, "closed before anything moves");
        assertEq(reader.seenCustody(), id, "held until the call ends");
        assertEq(reader.seenTerms(), terms, "terms");
        assertEq(escrow.custodyOf(address(offered), 1), 0, "released");
    }

    function test_Attack_TermsCannotChangeInMidSettlement() public {
        bytes32 id = this.createMany();
        (,, address[] memory nftsBefore, uint256[] memory idsBefore,,,,) = escrow.getOfferDetails(id);
        // The creator's collection cancels and offers again from inside the settlement: both are refused.
        offered.setReentry(Hook.Transfer, address(escrow), abi.encodeCall(escrow.cancelSwapOffer, (id)));
        accept(id);
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        assertEq(keccak256(abi.encode(nfts, ids)), keccak256(abi.encode(nftsBefore, idsBefore)), "terms");
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(bob, address(offered), i);
            assertHolds(alice, address(requested), i);
        }
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
    function _inner(bytes32 id) private view returns (bytes[] memory calls) {
        calls = new bytes[](13);
        calls[0] = abi.encodeCall(escrow.createSwapOffer, (address(cats), 1, address(dogs), 1, DAY));
        calls[1] = abi.encodeCall(
            escrow.createMultiSwapOffer, (list(address(cats)), list(1), list(address(dogs)), list(1), DAY)
        );
        calls[2] = abi.encodeCall(escrow.acceptSwapOffer, (id));
        calls[3] = abi.encodeCall(escrow.cancelSwapOffer, (id));
        calls[4] = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        calls[5] = abi.encodeCall(escrow.claimReturned, (id));
        calls[6] = abi.encodeCall(escrow.updateFee, (0));
        calls[7] = abi.encodeCall(escrow.withdrawFees, ());
        calls[8] = abi.encodeCall(escrow.emergencyWithdraw, (address(offered), 1));
        calls[9] = abi.encodeCall(escrow.setCreationPaused, (true));
        calls[10] = abi.encodeCall(escrow.transferOwnership, (stranger));
        calls[11] = abi.encodeCall(escrow.acceptOwnership, ());
        calls[12] = abi.encodeCall(escrow.renounceOwnership, ());
    }

    function _eachInner(TrickNft nft, Hook hook, function() external returns (bytes32) outer) private {
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
    ) private {
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

/// @notice Reads the escrow from inside a hook.
contract ViewReader {
    ISwapEscrow private immutable escrow;
    bytes32 private immutable id;
    TrickNft private immutable nft;
    uint256 private immutable tokenId;
    uint8 public seenStatus;
    bytes32 public seenCustody;
    bytes32 public seenTerms;

    constructor(ISwapEscrow escrow_, bytes32 id_, TrickNft nft_, uint256 tokenId_) {
        (escrow, id, nft, tokenId) = (escrow_, id_, nft_, tokenId_);
    }

    function read() external {
        (,,, seenStatus) = escrow.swapOffers(id);
        seenCustody = escrow.custodyOf(address(nft), tokenId);
        seenTerms = terms();
    }

    function terms() public view returns (bytes32) {
        (
            address creator,
            address recipient,
            address[] memory nftsA,
            uint256[] memory idsA,
            address[] memory nftsB,
            uint256[] memory idsB,
            uint256 expiresAt,
        ) = escrow.getOfferDetails(id);
        return keccak256(abi.encode(creator, recipient, nftsA, idsA, nftsB, idsB, expiresAt));
    }
}
