// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {vm} from "../base/Vm.sol";
import {HandlerWorld} from "./HandlerWorld.sol";
import {Ledger} from "./Ledger.sol";

/// @notice Does anything that anyone could do, with right and wrong callers, values, times, ids and lists.
contract Handler is HandlerWorld {
    constructor(ISwapEscrow escrow_, Ledger ledger_, address owner) HandlerWorld(escrow_, ledger_, owner) {}

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function create(uint256 dice) external {
        dice = _mixed(dice);
        address creator = actors[dice % 5];
        address recipient = actors[(dice >> 8) % 5];
        (address[] memory nftsA, uint256[] memory idsA) = _pick(creator, dice >> 16);
        (address[] memory nftsB, uint256[] memory idsB) = _pick(recipient, dice >> 48);
        uint256 duration = (dice >> 80) % 50 == 0 ? (dice >> 96) % 40 days : 1 + (dice >> 96) % 3 days;
        bytes memory call = nftsA.length == 1 && nftsB.length == 1 && (dice >> 95) % 2 == 0
            ? abi.encodeCall(escrow.createSwapOffer, (nftsA[0], idsA[0], nftsB[0], idsB[0], duration))
            : abi.encodeCall(escrow.createMultiSwapOffer, (nftsA, idsA, nftsB, idsB, duration));
        if (_call(creator, _value(dice >> 128), call, "create")) {
            bytes32 id = ledger.ids(ledger.count() - 1);
            for (uint256 i; i < idsA.length; ++i) {
                if (escrow.custodyOf(nftsA[i], idsA[i]) != id) ++wrongEnds;
                if (_holder(nftsA[i], idsA[i]) != address(escrow)) ++wrongEnds;
            }
        }
    }

    function accept(uint256 dice) external {
        dice = _mixed(dice);
        bytes32 id = _offer(dice, false);
        (, address recipient,,) = escrow.swapOffers(id);
        address caller = (dice >> 32) % 8 == 0 ? actors[(dice >> 40) % 5] : recipient;
        if (_call(
                caller, _value(dice >> 64) + _requestedCoins(id), abi.encodeCall(escrow.acceptSwapOffer, (id)), "accept"
            )) {
            if (caller != recipient) ++wrongEnds;
            _checkCompleted(id);
        }
    }

    function cancel(uint256 dice) external {
        dice = _mixed(dice);
        bytes32 id = _offer(dice, false);
        (address creator,,,) = escrow.swapOffers(id);
        address caller = (dice >> 32) % 8 == 0 ? actors[(dice >> 40) % 5] : creator;
        if (_call(caller, 0, abi.encodeCall(escrow.cancelSwapOffer, (id)), "cancel")) {
            if (caller != creator) ++wrongEnds;
            _checkCancelled(id);
        }
    }

    function returnExpired(uint256 dice) external {
        dice = _mixed(dice);
        bytes32 id = _offer(dice, false);
        (address creator, address recipient,,) = escrow.swapOffers(id);
        address caller = (dice >> 32) % 4 == 0 ? actors[(dice >> 40) % 5] : dice % 2 == 0 ? creator : recipient;
        bytes memory call = abi.encodeCall(escrow.cancelExpiredOffer, (id));
        if (_call(caller, _value(dice >> 64), call, "return")) {
            if (caller != creator && caller != recipient) ++wrongEnds;
            _checkCancelled(id);
        }
    }

    function sendHome(uint256 dice) external {
        dice = _mixed(dice);
        bytes32 id = _offer(dice, false);
        (,, uint256 expiresAt, uint8 status) = escrow.swapOffers(id);
        // Months seldom pass here, so this call sometimes brings them along.
        if (status == 1 && dice % 8 == 0) {
            vm.warp(_later(block.timestamp, expiresAt + 29 days + (dice >> 16) % 3 days));
        }
        if (_call(actors[(dice >> 32) % 5], 0, abi.encodeCall(escrow.sendHome, (id)), "send home")) {
            if (block.timestamp < expiresAt + 30 days) ++wrongEnds;
            _checkCancelled(id);
        }
    }

    function claim(uint256 dice) external {
        dice = _mixed(dice);
        bytes32 id = _offer(dice, true);
        bytes memory call = (dice >> 64) % 2 == 0
            ? abi.encodeWithSignature("claimReturned(bytes32)", id)
            : abi.encodeWithSignature("claimReturned(bytes32,uint256)", id, dice >> 72);
        if (_call(actors[(dice >> 32) % 5], 0, call, "claim")) _checkClaimed(id);
    }

    // ── Coins ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function createWithCoins(uint256 dice) external {
        dice = _mixed(dice);
        address creator = actors[dice % 5];
        address recipient = actors[(dice >> 8) % 5];
        L.Side memory a;
        L.Side memory b;
        uint256 kind = (dice >> 16) % 4;
        if (kind != 1) (a.nftContracts, a.tokenIds) = _pick(creator, dice >> 24);
        if (kind != 2) (b.nftContracts, b.tokenIds) = _pick(recipient, dice >> 56);
        if (kind != 2 || dice % 3 == 0) b.coins = (dice >> 88) % 3 ether;
        if (kind != 3) a.coins = (dice >> 160) % 3 ether;
        if (kind != 2 && dice % 2 == 0) recipient = address(0);
        uint256 duration = 1 + (dice >> 150) % 3 days;
        bytes memory call = abi.encodeCall(escrow.createSwapOfferWithCoins, (a, b, duration, recipient));
        if (_call(creator, _value(dice >> 224) + a.coins, call, "create with coins")) {
            bytes32 id = ledger.ids(ledger.count() - 1);
            for (uint256 i; i < a.tokenIds.length; ++i) {
                if (escrow.custodyOf(a.nftContracts[i], a.tokenIds[i]) != id) ++wrongEnds;
            }
        }
    }

    function takeOwed(uint256 dice) external {
        dice = _mixed(dice);
        address caller = actors[dice % 2 == 0 ? 3 : (dice >> 8) % 5];
        address to = actors[(dice >> 16) % 5];
        _call(caller, 0, abi.encodeCall(escrow.takeOwedCoins, (to)), "take owed");
    }

    // ── The owner, and who would like to be ──────────────────────────────────────────────────────────────────────────

    function emergencyWithdraw(uint256 dice) external {
        dice = _mixed(dice);
        (address nft, uint256 tokenId) = _token(dice);
        bytes32 holder = escrow.custodyOf(nft, tokenId);
        bytes memory call = abi.encodeCall(escrow.emergencyWithdraw, (nft, tokenId));
        if (_call(_probablyOwner(dice >> 32), 0, call, "rescue") && holder != 0) ++taken;
    }

    function govern(uint256 dice) external {
        dice = _mixed(dice);
        address caller = _probablyOwner(dice >> 32);
        bytes[5] memory calls = [
            abi.encodeCall(escrow.updateFee, ((dice >> 64) % 0.06 ether)),
            abi.encodeCall(escrow.withdrawFees, ()),
            abi.encodeCall(escrow.setCreationPaused, ((dice >> 64) % 16 == 0)),
            abi.encodeCall(escrow.transferOwnership, (actors[(dice >> 64) % 5])),
            abi.encodeCall(escrow.acceptOwnership, ())
        ];
        uint256 which = dice % 5;
        if (which == 4) caller = escrow.pendingOwner();
        _call(caller, 0, calls[which], "govern");
    }

    function renounce(uint256 dice) external {
        dice = _mixed(dice);
        if (dice % 64 == 0) _call(escrow.owner(), 0, abi.encodeCall(escrow.renounceOwnership, ()), "renounce");
    }
}
