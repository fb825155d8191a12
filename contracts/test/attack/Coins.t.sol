// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {CoinWalletTest} from "../base/CoinWalletTest.sol";
import {vm} from "../base/Vm.sol";
import {Manner} from "../wallets/CoinWallet.sol";

/// @notice Receivers of coins that refuse, burn, send back, or call back.
contract CoinReceiversAttackTest is CoinWalletTest {
    // ── Receivers that refuse ────────────────────────────────────────────────────────────────────────────────────────

    function test_Attack_CreatorThatRefusesCoinsIsOwedThem() public {
        Manner[3] memory manners = [Manner.Refuses, Manner.RefusesAtLength, Manner.BurnsGas];
        for (uint256 i; i < 3; ++i) {
            bytes32 id = _walletSells(60 + i);
            wallet.setManner(manners[i]);
            vm.expectEmit(address(escrow));
            emit L.CoinsOwed(id, address(wallet), ASKED);
            acceptFor(id, ASKED);
            assertHolds(bob, address(cats), 60 + i);
            assertEq(escrow.coinsOwed(address(wallet)), (i + 1) * ASKED, "owed");
            assertCoins((i + 1) * ASKED, 2 * (i + 1) * FEE);
            wallet.setManner(Manner.Takes);
        }
        _takeAll(3 * ASKED);
    }

    function test_Attack_RecipientThatRefusesCoinsIsOwedThem() public {
        dogs.mint(address(wallet), 60);
        wallet.run(address(dogs), abi.encodeCall(dogs.setApprovalForAll, (address(escrow), true)));
        bytes32 id = offer(side(COINS), side(address(dogs), 60, 1, 0), address(wallet));
        wallet.setManner(Manner.Refuses);
        vm.expectEmit(address(escrow));
        emit L.CoinsOwed(id, address(wallet), COINS);
        wallet.run{value: FEE}(address(escrow), abi.encodeCall(escrow.acceptSwapOffer, (id)));
        assertHolds(alice, address(dogs), 60);
        assertCoins(COINS, 2 * FEE);
        _takeAll(COINS);
    }

    function test_Attack_RefusedOnEveryWayHome() public {
        for (uint256 way; way < 3; ++way) {
            bytes32 id = _walletOffers(60 + way);
            wallet.setManner(Manner.Refuses);
            if (way == 0) wallet.run(address(escrow), abi.encodeCall(escrow.cancelSwapOffer, (id)));
            if (way == 1) returnExpired(id);
            if (way == 2) {
                abandon(id);
                vm.prank(stranger);
                escrow.sendHome(id);
            }
            assertStatus(id, 3);
            assertHolds(address(wallet), address(cats), 60 + way);
            assertEq(escrow.coinsOwed(address(wallet)), (way + 1) * COINS, "owed");
            wallet.setManner(Manner.Takes);
        }
        _takeAll(3 * COINS);
    }

    function test_Attack_OwedCoinsGoWhereTheirOwnerSays() public {
        bytes32 id = _walletSells(60);
        wallet.setManner(Manner.Refuses);
        acceptFor(id, ASKED);
        expectError(abi.encodeWithSelector(E.NoCoinsOwed.selector, stranger));
        vm.prank(stranger);
        escrow.takeOwedCoins(stranger);
        expectError(abi.encodeWithSelector(E.CoinsToZeroAddress.selector, ASKED));
        _take(address(0));
        expectError(abi.encodeWithSelector(E.CoinsRefused.selector, wallet, ASKED));
        _take(address(wallet));
        expectError(abi.encodeWithSelector(E.CoinsRefused.selector, escrow, ASKED));
        _take(address(escrow));
        assertEq(escrow.coinsOwed(address(wallet)), ASKED, "still owed");
        vm.expectEmit(address(escrow));
        emit L.OwedCoinsTaken(address(wallet), address(0xbeef), ASKED);
        _take(address(0xbeef));
        assertEq(address(0xbeef).balance, ASKED, "paid");
        assertCoins(0, 2 * FEE);
        expectError(abi.encodeWithSelector(E.NoCoinsOwed.selector, wallet));
        _take(address(0xbeef));
    }

    function test_Attack_CoinsThatComeBackByForceBelongToNobody() public {
        bytes32 id = _walletSells(60);
        vm.etch(address(wallet), hex"33ff"); // self-destructs in favour of its caller
        uint256 all = address(wallet).balance + ASKED;
        acceptFor(id, ASKED);
        assertStatus(id, 2);
        assertEq(escrow.coinsOwed(address(wallet)), 0, "they were paid");
        assertCoins(0, 2 * FEE + all);
        vm.prank(owner);
        escrow.withdrawFees();
        assertEq(owner.balance, 2 * FEE + all, "paid out");
    }

    // ── Gas ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev A receiver that takes nearly all its gas is paid at any limit at which the call succeeds.
    function test_Attack_UnderGassedPaymentIsNoRefusal() public {
        bytes32 id = _walletSells(60);
        wallet.setManner(Manner.TakesSlowly);
        bytes memory call = abi.encodeCall(escrow.acceptSwapOffer, (id));
        uint256 refusals;
        for (uint256 gasLimit = 40_000; gasLimit < 400_000; gasLimit += 500) {
            vm.prank(bob);
            (bool ok,) = address(escrow).call{value: FEE + ASKED, gas: gasLimit}(call);
            assertEq(escrow.coinsOwed(address(wallet)), 0, "never owed");
            if (ok) break;
            ++refusals;
        }
        assertTrue(refusals > 50, "with too little gas");
        assertStatus(id, 2);
        assertEq(address(wallet).balance, 100 ether - FEE + ASKED, "paid");
    }

    function test_Attack_UnderGassedPaymentSaysHowMuchIsNeeded() public {
        bytes32 id = _walletSells(60);
        wallet.setManner(Manner.BurnsGas);
        bytes memory call = abi.encodeCall(escrow.acceptSwapOffer, (id));
        bytes4 seen;
        for (uint256 gasLimit = 60_000; gasLimit < 400_000; gasLimit += 1_000) {
            vm.prank(bob);
            (bool ok, bytes memory answer) = address(escrow).call{value: FEE + ASKED, gas: gasLimit}(call);
            if (ok) break;
            if (answer.length != 0) seen = bytes4(answer);
        }
        assertTrue(seen == E.NotEnoughGas.selector, "told");
        assertEq(escrow.coinsOwed(address(wallet)), ASKED, "then it counts");
    }

    // ── Calls from inside a payment ──────────────────────────────────────────────────────────────────────────────────

    function test_Attack_Reentry_FromAReceiverOfCoins() public {
        bytes32 open = offerOne(9, 9);
        bytes[] memory calls = _everyCall(open);
        for (uint256 i; i < calls.length; ++i) {
            uint256 before = vm.snapshotState();
            bytes32 id = _walletSells(60);
            wallet.setReentry(address(escrow), calls[i]);
            acceptFor(id, ASKED);
            assertEq(escrow.coinsOwed(address(wallet)), 0, "it saw nothing but Reentered");
            vm.revertToState(before);
        }
    }

    function test_Attack_Reentry_FromAReceiverOfCoinsThatComeHome() public {
        bytes32 open = offerOne(9, 9);
        bytes[] memory calls = _everyCall(open);
        for (uint256 i; i < calls.length; ++i) {
            uint256 before = vm.snapshotState();
            bytes32 id = _walletOffers(60);
            wallet.setReentry(address(escrow), calls[i]);
            wallet.run(address(escrow), abi.encodeCall(escrow.cancelSwapOffer, (id)));
            assertEq(escrow.coinsOwed(address(wallet)), 0, "it saw nothing but Reentered");
            vm.revertToState(before);
        }
    }

    function test_Attack_Reentry_FromAReceiverOfOwedCoins() public {
        bytes32 open = offerOne(9, 9);
        bytes[] memory calls = _everyCall(open);
        bytes32 id = _walletSells(60);
        wallet.setManner(Manner.Refuses);
        acceptFor(id, ASKED);
        for (uint256 i; i < calls.length; ++i) {
            uint256 before = vm.snapshotState();
            wallet.setReentry(address(escrow), calls[i]);
            _take(address(wallet));
            assertCoins(0, 3 * FEE);
            vm.revertToState(before);
        }
    }

    /// @dev When the coins come home, the NFTs are home: they no longer count as held.
    function test_Attack_ViewsReadWhileCoinsAreReturned() public {
        bytes32 id = _walletOffers(60);
        CustodyReader reader = new CustodyReader(escrow, address(cats), 60, id);
        vm.etch(address(wallet), address(reader).code);
        vm.prank(address(wallet));
        escrow.cancelSwapOffer(id);
        assertEq(escrow.coinsOwed(address(wallet)), 0, "it saw what is so");
    }

    /// @dev When the coins arrive, the NFTs have been delivered.
    function test_Attack_CoinsArriveAfterTheNfts() public {
        bytes32 id = _walletSells(60);
        wallet.setQuestion(address(cats), abi.encodeCall(cats.ownerOf, (60)), bob);
        acceptFor(id, ASKED);
        assertEq(escrow.coinsOwed(address(wallet)), 0, "it saw what is so");
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _everyCall(bytes32 id) private view returns (bytes[] memory calls) {
        calls = new bytes[](8);
        calls[0] =
            abi.encodeCall(escrow.createSwapOfferWithCoins, (side(address(cats), 61, 1, 0), side(ASKED), DAY, bob));
        calls[1] = abi.encodeCall(escrow.acceptSwapOffer, (id));
        calls[2] = abi.encodeCall(escrow.cancelSwapOffer, (id));
        calls[3] = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        calls[4] = abi.encodeCall(escrow.sendHome, (id));
        calls[5] = abi.encodeCall(escrow.takeOwedCoins, (address(0xbeef)));
        calls[6] = claimCall(id, 1);
        calls[7] = abi.encodeCall(escrow.withdrawFees, ());
    }
}

/// @notice Refuses coins unless custody and status read as they should while they arrive.
contract CustodyReader {
    ISwapEscrow private immutable escrow;
    address private immutable nft;
    uint256 private immutable tokenId;
    bytes32 private immutable offerId;

    constructor(ISwapEscrow escrow_, address nft_, uint256 tokenId_, bytes32 offerId_) {
        (escrow, nft, tokenId, offerId) = (escrow_, nft_, tokenId_, offerId_);
    }

    receive() external payable {
        (,,, uint8 status) = escrow.swapOffers(offerId);
        require(status == 3 && escrow.custodyOf(nft, tokenId) == 0 && escrow.lockedCoins() == 0);
    }
}
