// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {Assertions} from "../base/Assertions.sol";
import {Terms, termsOf} from "../base/termsOf.sol";
import {vm} from "../base/Vm.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";
import {Handler} from "./Handler.sol";
import {Ledger} from "./Ledger.sol";

/// @notice What is true after whatever anyone does, as numbered sentences.
contract InvariantsTest is Assertions {
    address private constant OWNER = address(0x0123456789012345678901234567890123456789);

    uint256 private constant N = 24; // tokens of each collection

    ISwapEscrow private escrow;
    Ledger private ledger;
    Handler private handler;

    function setUp() public {
        vm.warp(1_760_000_000);
        vm.recordLogs();
        escrow = ISwapEscrow(
            vm.deployCode("SwapEscrow.sol:SwapEscrow", abi.encode(OWNER, uint256(0.01 ether), uint256(0.05 ether)))
        );
        ledger = new Ledger(address(escrow));
        ledger.read(vm.getRecordedLogs());
        handler = new Handler(escrow, ledger, OWNER);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev One campaign for all: forge gives each invariant of its own the same calls, from the same seed.
    function invariant_All() public {
        _01_OpenOffersAreInTheEscrow();
        _02_AnNftBelongsToOneOffer();
        _03_OffersEndAsTheySay();
        _04_NoCoinIsLostOrMade();
        _05_EveryOpenOfferCanBeLeft();
        _06_TermsNeverChange();
        _07_TheLogTellsTheState();
        _08_NobodyTakesAHeldNft();
        _09_TheFeeStaysBelowItsCeiling();
        _10_WhatWaitsCanBeClaimed();
        _11_CoinsAreThere();
        _12_TheOwnerReachesFeesAlone();
        _13_OwedCoinsCanBeTaken();
    }

    /// 1. Every NFT of an open offer is in the escrow, unless its own collection took it out.
    function _01_OpenOffersAreInTheEscrow() internal view {
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            (,, address[] memory nfts, uint256[] memory ids,,,, bool isActive) = escrow.getOfferDetails(id);
            if (!isActive) continue;
            for (uint256 i; i < ids.length; ++i) {
                if (nfts[i] != address(handler.cats())) continue; // the other collection's admin moves what it likes
                assertEq(IERC721(nfts[i]).ownerOf(ids[i]), address(escrow), "in the escrow");
            }
        }
    }

    /// 2. An NFT is held by one offer at most, and custodyOf names it: the open offer that lists it, or the cancelled
    /// one that could not return it.
    function _02_AnNftBelongsToOneOffer() internal view {
        for (uint256 t; t < 2 * N; ++t) {
            address nft = t < N ? address(handler.cats()) : address(handler.tricks());
            bytes32 holder;
            for (uint256 o; o < ledger.count(); ++o) {
                bytes32 id = ledger.ids(o);
                if (!_holds(id, nft, t % N)) continue;
                assertEq(holder, 0, "a second holder");
                holder = id;
            }
            assertEq(escrow.custodyOf(nft, t % N), holder, "custody");
        }
    }

    /// 3. When an offer ends, its NFTs are where its end says: swapped, or home, or held for the creator.
    function _03_OffersEndAsTheySay() internal view {
        assertEq(handler.wrongEnds(), 0, "wrong ends");
    }

    /// 4. The escrow's coin is what was paid and forced in, less fees paid out and coins of offers that were delivered.
    function _04_NoCoinIsLostOrMade() internal view {
        uint256 left = ledger.paidOut() + ledger.delivered();
        assertEq(address(escrow).balance + left, handler.valuePaid() + handler.forced(), "coin");
    }

    /// 5. Every open offer can be left by its creator, whatever its collections do, under any owner.
    function _05_EveryOpenOfferCanBeLeft() internal {
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            (address creator,, uint256 expiresAt, uint8 status) = escrow.swapOffers(id);
            if (status != 1) continue;
            uint256 before = vm.snapshotState();
            uint256 due = block.timestamp > expiresAt ? escrow.fee() : 0;
            bytes memory call = block.timestamp > expiresAt
                ? abi.encodeCall(escrow.cancelExpiredOffer, (id))
                : abi.encodeCall(escrow.cancelSwapOffer, (id));
            vm.deal(creator, due); // it may have destroyed itself and all it had
            vm.prank(creator);
            (bool ok,) = address(escrow).call{value: due, gas: 15_000_000}(call);
            assertTrue(ok, "left");
            _assertHonestOnesWentHome(id, creator);
            vm.revertToState(before);
        }
    }

    /// 6. The terms of an offer never change.
    function _06_TermsNeverChange() internal view {
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            Ledger.Entry memory entry = ledger.entry(id);
            Terms memory terms = termsOf(escrow, id);
            assertEq(terms.creator, entry.creator, "creator");
            assertEq(terms.recipient, entry.recipient, "recipient");
            assertEq(terms.expiresAt, entry.expiresAt, "expiry");
            bytes32 lists = keccak256(abi.encode(terms.nftsA, terms.idsA, terms.nftsB, terms.idsB));
            assertEq(lists, entry.lists, "lists");
        }
    }

    /// 7. The log alone tells the state: every offer, every waiting NFT, the fee, the pause and the owner.
    function _07_TheLogTellsTheState() internal view {
        assertEq(ledger.impossible(), 0, "events that cannot be");
        assertEq(escrow.fee(), ledger.fee(), "fee");
        assertTrue(escrow.creationPaused() == ledger.paused(), "pause");
        assertEq(escrow.owner(), ledger.owner(), "owner");
        assertEq(escrow.pendingOwner(), ledger.pendingOwner(), "proposed owner");
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            (,,, uint8 status) = escrow.swapOffers(id);
            assertEq(status, ledger.entry(id).status, "status");
        }
    }

    /// 8. No one, not even the owner, takes an NFT that an offer holds.
    function _08_NobodyTakesAHeldNft() internal {
        assertEq(handler.taken(), 0, "taken");
        address owner = escrow.owner();
        for (uint256 t; t < 2 * N; ++t) {
            address nft = t < N ? address(handler.cats()) : address(handler.tricks());
            if (escrow.custodyOf(nft, t % N) == 0) continue;
            vm.prank(owner);
            (bool ok,) = address(escrow).call{gas: 15_000_000}(abi.encodeCall(escrow.emergencyWithdraw, (nft, t % N)));
            assertTrue(!ok, "refused");
        }
    }

    /// 9. The fee is never above its ceiling, and the ceiling never changes.
    function _09_TheFeeStaysBelowItsCeiling() internal view {
        assertLe(escrow.fee(), 0.05 ether, "fee above its ceiling");
        assertEq(escrow.maxFee(), 0.05 ether, "ceiling");
    }

    /// 10. What a cancelled offer could not return reaches its creator once its collection behaves again.
    function _10_WhatWaitsCanBeClaimed() internal {
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            if (ledger.unreturnedCount(id) == 0) continue;
            uint256 before = vm.snapshotState();
            _pacify();
            vm.prank(address(0xbeef));
            escrow.claimReturned(id);
            (address creator,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
            for (uint256 i; i < ids.length; ++i) {
                if (!ledger.isUnreturned(id, nfts[i], ids[i])) continue;
                assertTrue(escrow.custodyOf(nfts[i], ids[i]) != id, "released");
                address holder = IERC721(nfts[i]).ownerOf(ids[i]);
                assertTrue(holder == creator || holder != address(escrow), "not left behind");
            }
            vm.revertToState(before);
        }
    }

    /// 11. Coins that are locked or owed are counted, and are there. The log tells them.
    function _11_CoinsAreThere() internal view {
        assertEq(escrow.lockedCoins(), ledger.locked() + ledger.owed(), "locked and owed");
        assertLe(escrow.lockedCoins(), address(escrow).balance, "are there");
        for (uint256 i; i < 5; ++i) {
            assertEq(escrow.coinsOwed(handler.actors(i)), ledger.owedTo(handler.actors(i)), "owed");
        }
        for (uint256 o; o < ledger.count(); ++o) {
            bytes32 id = ledger.ids(o);
            (uint256 coinsA, uint256 coinsB) = escrow.coinsOf(id);
            assertEq(coinsA, ledger.entry(id).coinsA, "offered coins");
            assertEq(coinsB, ledger.entry(id).coinsB, "requested coins");
        }
    }

    /// 12. The owner reaches all the rest and nothing more.
    function _12_TheOwnerReachesFeesAlone() internal {
        address owner = escrow.owner();
        uint256 locked = escrow.lockedCoins();
        if (owner == address(0) || address(escrow).balance == locked) return;
        uint256 before = vm.snapshotState();
        vm.etch(owner, "");
        vm.prank(owner);
        escrow.withdrawFees();
        assertEq(address(escrow).balance, locked, "what is left");
        vm.revertToState(before);
    }

    /// 13. Owed coins can be taken by their owner.
    function _13_OwedCoinsCanBeTaken() internal {
        for (uint256 i; i < 5; ++i) {
            address account = handler.actors(i);
            uint256 amount = escrow.coinsOwed(account);
            if (amount == 0) continue;
            uint256 before = vm.snapshotState();
            vm.prank(account);
            escrow.takeOwedCoins(address(0xbeef));
            assertEq(address(0xbeef).balance, amount, "taken");
            vm.revertToState(before);
        }
    }

    /// @dev The sentences above mean something only if everything happens.
    function test_TheHandlerReachesEverything() public {
        for (uint256 i; i < 1400; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(i)));
            _step(dice % 15, dice >> 8);
        }
        string[13] memory what = [
            "create",
            "accept",
            "cancel",
            "return",
            "claim",
            "rescue",
            "govern",
            "send home",
            "create with coins",
            "take owed",
            "short of gas",
            "enough of little gas",
            "destroyed"
        ];
        uint256[13] memory least = [uint256(50), 10, 12, 5, 3, 1, 30, 2, 15, 1, 20, 10, 2];
        for (uint256 i; i < 13; ++i) {
            assertTrue(handler.done(what[i]) >= least[i], what[i]);
        }
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _step(uint256 what, uint256 dice) private {
        if (what < 3) handler.create(dice);
        else if (what == 3) handler.accept(dice);
        else if (what == 13) handler.createWithCoins(dice);
        else if (what == 14) handler.takeOwed(dice);
        else if (what == 4) handler.cancel(dice);
        else if (what == 5) handler.returnExpired(dice);
        else if (what == 6 || what == 12) handler.claim(dice);
        else if (what == 7) handler.emergencyWithdraw(dice);
        else if (what == 8) handler.govern(dice);
        else if (what == 9) handler.misbehave(dice);
        else if (what == 10) handler.sendHome(dice);
        else _stepOfTheWorld(dice);
    }

    function _stepOfTheWorld(uint256 dice) private {
        handler.passTime(dice);
        handler.seize(dice >> 16);
        handler.sendStray(dice >> 32);
        handler.forceCoin(dice >> 48);
        handler.changeWallet(dice >> 64);
    }

    function _holds(bytes32 id, address nft, uint256 tokenId) private view returns (bool) {
        Ledger.Entry memory entry = ledger.entry(id);
        if (entry.status == 2) return false;
        if (entry.status == 3) return ledger.isUnreturned(id, nft, tokenId);
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        for (uint256 i; i < ids.length; ++i) {
            if (nfts[i] == nft && ids[i] == tokenId) return true;
        }
        return false;
    }

    function _assertHonestOnesWentHome(bytes32 id, address creator) private view {
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        for (uint256 i; i < ids.length; ++i) {
            if (nfts[i] != address(handler.cats())) continue;
            assertEq(IERC721(nfts[i]).ownerOf(ids[i]), creator, "home");
        }
    }

    function _pacify() private {
        TrickNft tricks = handler.tricks();
        tricks.setOwnerOfBreaks(false);
        tricks.setBalanceBreaks(false);
        tricks.setAnswersBurn(false);
        tricks.setAnswerCosts(0, 0);
        for (uint256 i; i < N; ++i) {
            tricks.setTrick(i, Trick.Honest);
        }
        for (uint256 i; i < 5; ++i) {
            tricks.setBlocked(handler.actors(i), false);
        }
    }
}
