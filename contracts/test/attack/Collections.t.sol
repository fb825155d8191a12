// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";
import {Hook, Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice Collections that lie, refuse, break, change or are none.
contract CollectionAttackTest is EscrowTest {
    TrickNft internal tricks;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 id = 1; id <= 20; ++id) {
            tricks.mint(alice, id);
            tricks.mint(bob, 100 + id);
        }
    }

    // ── Success without moving ───────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_SilentOnCreation() public {
        tricks.setTrick(2, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 2, escrow));
        offerOne(address(tricks), 2, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        _offerTricks(3);
    }

    function test_Attack_SilentOfferedOnAccept() public {
        bytes32 one = offerOne(address(tricks), 9, address(dogs), 9);
        bytes32 many = _offerTricks(3);
        tricks.setTrick(9, Trick.Silent);
        tricks.setTrick(2, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 9, bob));
        accept(one);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(many);
        assertHolds(bob, address(dogs), 9);
        assertStatus(one, 1);
    }

    function test_Attack_SilentRequestedOnAccept() public {
        bytes32 one = offerOne(address(cats), 1, address(tricks), 101);
        bytes32 many = offerLists(list(address(cats)), list(2), repeat(address(tricks), 2), list(102, 103));
        tricks.setTrick(101, Trick.Silent);
        tricks.setTrick(103, Trick.Silent);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 101, alice));
        accept(one);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 102, alice));
        accept(many);
        assertHolds(address(escrow), address(cats), 1);
        assertHolds(address(escrow), address(cats), 2);
    }

    function test_Attack_SilentOnCancelStaysHeldAndIsNoStray() public {
        bytes32 one = offerOne(address(tricks), 9, address(dogs), 9);
        tricks.setTrick(9, Trick.Silent);
        _cancelAndExpectStuck(one, 9);
        bytes32 many = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        _cancelAndExpectStuck(many, 2);
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
    }

    function test_Attack_SilentWithABalanceThatLiesIsSeenByItsOwner() public {
        // The balance breaks down, so each owner is asked for.
        bytes32 id = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        tricks.setBalanceBreaks(true);
        _cancelAndExpectStuck(id, 2);
    }

    // ── Lies ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_LiesInOwnerOfOnCreation() public {
        tricks.setOwnerLie(1, alice);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        offerOne(address(tricks), 1, address(dogs), 1);
        // It can name any recipient; only that recipient's own call can then move anything of theirs.
        tricks.setOwnerLie(101, stranger);
        bytes32 id = offerOne(address(cats), 1, address(tricks), 101);
        (, address recipient,,) = escrow.swapOffers(id);
        assertEq(recipient, stranger, "recipient");
        expectError(abi.encodeWithSelector(E.NotRecipient.selector, id, bob, stranger));
        accept(id);
    }

    function test_Attack_LiesInOwnerOfOnAccept() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setOwnerLie(1, stranger);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        assertHolds(bob, address(dogs), 1);
    }

    function test_Attack_LiesInOwnerOfOnCancel() public {
        // "Still here" although it left: held for nothing, and claimed once the lie ends.
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setOwnerLie(1, address(escrow));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        tricks.setOwnerLie(1, address(0));
        assertHolds(alice, address(tricks), 1);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "released");
    }

    function test_Attack_NamesNobodyAsOwnerOnCancel() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        NobodyNft nobody = new NobodyNft();
        bytes memory code = address(tricks).code;
        vm.etch(address(tricks), address(nobody).code);
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "nobody is no proof that it left");
        vm.etch(address(tricks), code);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_LiesInBalanceOf() public {
        tricks.setBalanceBreaks(true);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, escrow));
        _offerTricks(2);
        tricks.setBalanceBreaks(false);
        bytes32 id = _offerTricks(2);
        tricks.setBalanceBreaks(true);
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "gone home");
    }

    function test_Attack_BalanceThatGrowsByItselfPretendsNothingOnCancel() public {
        bytes32 id = _offerTricks(2);
        tricks.setTrick(1, Trick.Silent);
        tricks.setHook(Hook.Transfer, address(tricks), abi.encodeCall(tricks.setBalanceAdded, (5)));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "went home");
    }

    function test_Attack_BalanceThatLiesOnCancelHarmsOnlyItsOwnCollection() public {
        // A collection that moves nothing and whose balance says that it did gets its own NFT forgotten. That is all.
        bytes32 id = offerLists(
            list3(address(tricks), address(tricks), address(cats)), range(1, 3), list(address(dogs)), list(1)
        );
        tricks.setTrick(1, Trick.Silent);
        tricks.setTrick(2, Trick.Silent);
        tricks.setBalanceAdded(2);
        tricks.setHook(Hook.Transfer, address(tricks), abi.encodeCall(tricks.setBalanceAdded, (0)));
        cancel(id);
        assertHolds(alice, address(cats), 3);
        assertEq(escrow.custodyOf(address(tricks), 1), 0, "forgotten");
    }

    // ── No collection at all ─────────────────────────────────────────────────────────────────────────────────────────

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

    // ── Changes after the deposit ────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_CodeLostAfterDeposit() public {
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        bytes memory code = address(tricks).code;
        vm.etch(address(tricks), "");
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 1, bob));
        accept(id);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
        vm.etch(address(tricks), code);
        vm.prank(stranger);
        escrow.claimReturned(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_RequestedCodeLostAfterCreation() public {
        bytes32 id = offerOne(address(cats), 1, address(tricks), 101);
        vm.etch(address(tricks), "");
        expectError(abi.encodeWithSelector(E.NotReceived.selector, tricks, 101, alice));
        accept(id);
        cancel(id);
        assertHolds(alice, address(cats), 1);
    }

    function test_Attack_PausedAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.setBlocked(address(escrow), true);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Blocked.selector, escrow);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        accept(id);
        cancel(id);
        assertStatus(id, 3);
        tricks.setBlocked(address(escrow), false);
        vm.prank(stranger);
        escrow.claimReturned(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(alice, address(tricks), i);
        }
    }

    function test_Attack_CreatorBlocklistedAfterDeposit() public {
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        tricks.setBlocked(alice, true);
        cancel(id);
        assertHolds(alice, address(cats), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    function test_Attack_RecipientBlocklisted() public {
        bytes32 id = _offerTricks(1);
        tricks.setBlocked(bob, true);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Blocked.selector, bob);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        accept(id);
        assertHolds(bob, address(dogs), 1);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
    }

    function test_Attack_SoulboundFromTheStartAndLater() public {
        tricks.setTrick(1, Trick.Refuse);
        bytes memory reason = abi.encodeWithSelector(TrickNft.Refused.selector, 1);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, tricks, 1, reason));
        offerOne(address(tricks), 1, address(dogs), 1);
        bytes32 id = offerOne(address(tricks), 2, address(dogs), 1);
        tricks.setTrick(2, Trick.Refuse);
        _cancelAndExpectStuck(id, 2);
    }

    function test_Attack_MovedAwayByItsCollectionAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.seize(2, stranger);
        vm.expectRevert();
        accept(id);
        assertHolds(bob, address(dogs), 1);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertHolds(stranger, address(tricks), 2);
        assertHolds(alice, address(tricks), 3);
        assertEq(escrow.custodyOf(address(tricks), 2), 0, "not here, so not held");
    }

    function test_Attack_MovedAwayAndOfferedByItsNewHolder() public {
        bytes32 first = _offerTricks(3);
        tricks.seize(2, bob);
        // While the first offer is open it still points at the NFT: taken in again, it would belong to two.
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, 2, first));
        vm.prank(bob);
        escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        cancel(first);
        vm.prank(bob);
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        assertEq(escrow.custodyOf(address(tricks), 2), second, "custody");
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, first));
        vm.prank(alice);
        escrow.claimReturned(first);
        vm.prank(bob);
        escrow.cancelSwapOffer(second);
        assertHolds(bob, address(tricks), 2);
    }

    function test_Attack_OfferedAgainWhileAHalfReturnedOfferPointsAtIt() public {
        bytes32 first = _offerTricks(3);
        tricks.setTrick(2, Trick.Refuse);
        cancel(first);
        tricks.setTrick(2, Trick.Honest);
        tricks.seize(2, bob); // the collection's admin, not a claim, moved it out
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, 2, first));
        vm.prank(bob);
        escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        // Anyone clears the old debt: the NFT has left, so nothing is owed, and nothing moves.
        vm.prank(stranger);
        escrow.claimReturned(first);
        assertHolds(bob, address(tricks), 2);
        vm.prank(bob);
        bytes32 second = escrow.createSwapOffer{value: FEE}(address(tricks), 2, address(cats), 9, DAY);
        assertEq(escrow.custodyOf(address(tricks), 2), second, "custody");
        expectError(abi.encodeWithSelector(E.NothingToClaim.selector, first));
        vm.prank(alice);
        escrow.claimReturned(first);
        assertHolds(address(escrow), address(tricks), 2);
    }

    function test_Attack_OtherNftsOfAHalfReturnedOfferCanBeOfferedAgain() public {
        bytes32 first = _offerTricks(3);
        tricks.setTrick(2, Trick.Refuse);
        cancel(first);
        bytes32 second = offerOne(address(tricks), 1, address(dogs), 1);
        assertEq(escrow.custodyOf(address(tricks), 1), second, "custody");
        assertEq(escrow.custodyOf(address(tricks), 2), first, "custody");
        tricks.setTrick(2, Trick.Honest);
        vm.prank(stranger);
        escrow.claimReturned(first);
        assertHolds(alice, address(tricks), 2);
        assertHolds(address(escrow), address(tricks), 1);
    }

    function test_Attack_BurnedAfterDeposit() public {
        bytes32 id = _offerTricks(3);
        tricks.burn(2);
        cancel(id);
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
        // Its collection names no owner, which is no proof that it left.
        assertEq(escrow.custodyOf(address(tricks), 2), id, "held");
    }

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

    // ── Sent by mistake, or to confuse ───────────────────────────────────────────────────────────────────────────────

    function test_Attack_StraySafeTransferBounces() public {
        vm.prank(alice);
        vm.expectRevert();
        cats.safeTransferFrom(alice, address(escrow), 1);
        expectError(abi.encodeWithSelector(E.UnexpectedNft.selector, address(this), 7));
        escrow.onERC721Received(address(escrow), alice, 7, "");
    }

    function test_Attack_StraySafeTransferDuringACreationBounces() public {
        // From inside the creation's own transfer, by another operator than the escrow.
        Pusher pusher = new Pusher();
        cats.mint(address(pusher), 70);
        tricks.setHook(Hook.Transfer, address(pusher), abi.encodeCall(pusher.push, (cats, address(escrow), 70)));
        offerOne(address(tricks), 1, address(dogs), 1);
        assertTrue(pusher.bounced(), "bounced");
        assertHolds(address(pusher), address(cats), 70);
    }

    function test_Attack_StrayDonationDuringACancelHidesNothing() public {
        // A donated NFT of the same collection makes up for one that stayed in the balance, so owners are asked.
        bytes32 id = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        Donor donor = new Donor(tricks, address(escrow));
        tricks.setHook(Hook.Transfer, address(donor), abi.encodeCall(donor.donate, ()));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 2), id, "held");
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
    }

    function test_Attack_BlobCannotBeCalledOrDestroyed() public {
        bytes32 id = offerOne(1, 1);
        address blob = address(bytes20(id));
        assertEq(uint8(blob.code[0]), 0, "begins with STOP");
        (bool ok, bytes memory answer) = blob.call(hex"01020304");
        assertTrue(ok && answer.length == 0, "does nothing");
        accept(id);
        assertTrue(blob.code.length != 0, "still there");
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _offerTricks(uint256 count) private returns (bytes32) {
        return offerLists(repeat(address(tricks), count), range(1, count), list(address(dogs)), list(1));
    }

    function _cancelAndExpectStuck(bytes32 id, uint256 tokenId) private {
        cancel(id);
        assertStatus(id, 3);
        assertHolds(address(escrow), address(tricks), tokenId);
        assertEq(escrow.custodyOf(address(tricks), tokenId), id, "held");
        expectError(abi.encodeWithSelector(E.HeldByOffer.selector, tricks, tokenId, id));
        vm.prank(owner);
        escrow.emergencyWithdraw(address(tricks), tokenId);
    }
}

contract Coin is ERC20("Coin", "COIN") {
    constructor(address holder) {
        _mint(holder, 1000);
    }
}

contract Items is ERC1155("") {}

/// @notice What a collection becomes that lost its storage: it reports success, and every NFT has no owner.
contract NobodyNft {
    function ownerOf(uint256) external pure returns (address) {
        return address(0);
    }

    function transferFrom(address, address, uint256) external pure {}
}

/// @notice Sends an NFT of its own into the escrow, and remembers whether it came back.
contract Pusher {
    bool public bounced;

    function push(PlainNft nft, address to, uint256 id) external {
        try nft.safeTransferFrom(address(this), to, id) {}
        catch {
            bounced = true;
        }
    }
}

/// @notice Mints into the escrow.
contract Donor {
    TrickNft private immutable nft;
    address private immutable escrow;
    uint256 private given;

    constructor(TrickNft nft_, address escrow_) {
        (nft, escrow) = (nft_, escrow_);
    }

    function donate() external {
        nft.mint(escrow, 1000 + given++);
    }
}
