// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {Assertions} from "../base/Assertions.sol";
import {Terms, termsOf} from "../base/termsOf.sol";
import {vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";
import {Trick, TrickNft} from "../tokens/TrickNft.sol";
import {CoinWallet} from "../wallets/CoinWallet.sol";
import {Ledger} from "./Ledger.sol";

/// @notice Five wallets, an honest and a hostile collection whose admin moves NFTs at will, time, strays and forced coin.
abstract contract HandlerWorld is Assertions {
    uint256 public constant TOKENS = 24;
    uint256 private constant GAS = 15_000_000;
    uint256 private constant LITTLE_GAS = 1_200_000;
    uint256 private constant ANSWER_GAS = 300_000;

    ISwapEscrow public immutable escrow;
    Ledger public immutable ledger;
    PlainNft public immutable cats = new PlainNft();
    TrickNft public immutable tricks = new TrickNft();
    CoinWallet private immutable wallet = new CoinWallet();
    address[5] public actors; // the last is the escrow's first owner

    uint256 public valuePaid;
    uint256 public forced;
    uint256 private calls;
    uint256 public wrongEnds;
    uint256 public taken;
    mapping(string what => uint256) public done;

    constructor(ISwapEscrow escrow_, Ledger ledger_, address owner) {
        (escrow, ledger) = (escrow_, ledger_);
        for (uint256 i; i < 4; ++i) {
            actors[i] = address(uint160(uint256(keccak256(abi.encode("actor", i)))));
        }
        actors[4] = owner;
        for (uint256 i; i < 5; ++i) {
            vm.deal(actors[i], 1_000_000 ether);
            vm.prank(actors[i]);
            cats.setApprovalForAll(address(escrow), true);
            vm.prank(actors[i]);
            tricks.setApprovalForAll(address(escrow), true);
        }
        for (uint256 id; id < TOKENS; ++id) {
            cats.mint(actors[id % 3], id);
            tricks.mint(actors[id % 4], id);
        }
    }

    // ── The world ────────────────────────────────────────────────────────────────────────────────────────────────────

    function passTime(uint256 dice) external {
        vm.warp(block.timestamp + (dice >> 8) % (dice % 4 == 0 ? 1 days : 1 hours));
    }

    function misbehave(uint256 dice) external {
        // Two thirds of the time a collection returns to being honest, so that offers also come to an end.
        uint256 trick = dice % 3 == 0 ? (dice >> 8) % 7 : 0;
        tricks.setTrick((dice >> 16) % TOKENS, Trick(trick));
        if (dice % 16 == 0) tricks.setBlocked(actors[(dice >> 24) % 4], (dice >> 32) % 2 == 0);
        if (dice % 16 == 1) tricks.setOwnerOfBreaks((dice >> 32) % 4 == 0);
        if (dice % 16 == 2) tricks.setBalanceBreaks((dice >> 32) % 4 == 0);
        if (dice % 16 == 3) tricks.setAnswerCosts((dice >> 32) % 4 == 0 ? (dice >> 40) % 200_000 : 0, 0);
        tricks.setAnswersBurn(dice % 16 == 4);
    }

    /// @dev The fourth wallet accepts coins, burns all gas, reverts, destroys itself, or calls back. If it destroys itself,
    /// all its coins go to the escrow or to an unused address.
    function changeWallet(uint256 dice) external {
        bytes[7] memory codes = [
            bytes(""),
            "",
            hex"fe",
            hex"5f5ffd",
            _sendsAllTo(address(0xdead)),
            _sendsAllTo(address(escrow)),
            address(wallet).code
        ];
        vm.etch(actors[3], codes[dice % 7]);
        vm.deal(actors[3], 1_000_000 ether);
        if (dice % 7 != 6) return;
        bytes32 id = _offer(dice >> 8, false);
        bytes[4] memory inner = [
            abi.encodeCall(escrow.withdrawFees, ()),
            abi.encodeCall(escrow.takeOwedCoins, (actors[3])),
            abi.encodeCall(escrow.cancelSwapOffer, (id)),
            abi.encodeCall(escrow.sendHome, (id))
        ];
        CoinWallet(payable(actors[3])).setReentry(address(escrow), inner[(dice >> 16) % 4]);
    }

    /// @dev An upgradeable collection moves any NFT, also out of the escrow, or burns and mints it again.
    function seize(uint256 dice) external {
        uint256 tokenId = (dice >> 8) % TOKENS;
        address heir = actors[(dice >> 16) % 5];
        if (dice % 8 == 0) tricks.seize(tokenId, heir);
        if (dice % 16 != 1) return;
        tricks.burn(tokenId);
        tricks.mint(heir, tokenId);
    }

    function sendStray(uint256 dice) external {
        if (dice % 8 != 0) return;
        (address nft, uint256 tokenId) = _token(dice >> 8);
        address holder = _holder(nft, tokenId);
        if (holder == address(escrow) || holder == address(0)) return;
        vm.prank(holder);
        try IERC721(nft).transferFrom(holder, address(escrow), tokenId) {} catch {}
    }

    function forceCoin(uint256 dice) external {
        if (dice % 8 != 0) return;
        bytes memory code = abi.encodePacked(hex"73", escrow, hex"ff");
        vm.deal(address(this), 1 ether);
        assembly {
            pop(create(1000000000000000000, add(code, 32), mload(code)))
        }
        forced += 1 ether;
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev One call in six has a random gas limit.
    function _call(address caller, uint256 value, bytes memory data, string memory what) internal returns (bool ok) {
        uint256 roll = uint256(keccak256(abi.encode(++calls, data)));
        bool isShort = roll % 6 == 0;
        uint256 had = actors[3].balance;
        uint256 received = ledger.receivedBy(actors[3]);
        uint256 owed = escrow.coinsOwed(actors[3]);
        vm.recordLogs();
        vm.prank(caller);
        (ok,) = address(escrow).call{value: value, gas: isShort ? (roll >> 8) % LITTLE_GAS : GAS}(data);
        if (!ok) {
            if (isShort) ++done["short of gas"];
            return false; // forge records logs of calls that revert too
        }
        ledger.read(vm.getRecordedLogs());
        valuePaid += value;
        ++done[what];
        if (isShort) ++done["enough of little gas"];
        _countForced(had - (caller == actors[3] ? value : 0), received);
        _checkOwed(owed);
    }

    /// @dev Only the fourth wallet ever refuses. When it calls back it does so for any answer but `Reentered`.
    /// @param owed To that wallet before the call
    function _checkOwed(uint256 owed) private {
        for (uint256 i; i < 5; ++i) {
            if (i != 3 && escrow.coinsOwed(actors[i]) != 0) ++wrongEnds;
        }
        bool callsBack = keccak256(actors[3].code) == keccak256(address(wallet).code);
        if (callsBack && escrow.coinsOwed(actors[3]) > owed) ++wrongEnds;
    }

    /// @dev Coins that the fourth wallet had or got, and has no more, went where its code sends them.
    /// @param had Its balance before the call, less what it paid
    /// @param received By all calls before
    function _countForced(uint256 had, uint256 received) private {
        uint256 gone = had + ledger.receivedBy(actors[3]) - received - actors[3].balance;
        if (gone == 0) return;
        ++done["destroyed"];
        if (keccak256(actors[3].code) == keccak256(_sendsAllTo(address(escrow)))) forced += gone;
    }

    /// @dev Code of a wallet that destroys itself when coins arrive.
    function _sendsAllTo(address heir) private pure returns (bytes memory) {
        return abi.encodePacked(hex"73", heir, hex"ff");
    }

    function _checkCompleted(bytes32 id) internal {
        Terms memory terms = termsOf(escrow, id);
        // A collection that stopped to answer must answer here: what counts is where its NFTs are.
        bool breaks = tricks.ownerOfBreaks();
        tricks.setOwnerOfBreaks(false);
        for (uint256 i; i < terms.idsA.length; ++i) {
            if (_holder(terms.nftsA[i], terms.idsA[i]) != terms.recipient) ++wrongEnds;
        }
        for (uint256 i; i < terms.idsB.length; ++i) {
            if (_holder(terms.nftsB[i], terms.idsB[i]) != terms.creator) ++wrongEnds;
        }
        tricks.setOwnerOfBreaks(breaks);
    }

    /// @dev The honest ones are home; the others are held, if they are still in the escrow.
    function _checkCancelled(bytes32 id) internal {
        (address creator,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        for (uint256 i; i < ids.length; ++i) {
            address holder = _holder(nfts[i], ids[i]);
            if (nfts[i] == address(cats) && holder != creator) ++wrongEnds;
            if (holder == address(escrow) && escrow.custodyOf(nfts[i], ids[i]) != id) ++wrongEnds;
        }
    }

    function _checkClaimed(bytes32 id) internal {
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        for (uint256 i; i < ids.length; ++i) {
            if (ledger.isUnreturned(id, nfts[i], ids[i]) != (escrow.custodyOf(nfts[i], ids[i]) == id)) ++wrongEnds;
        }
    }

    function _holder(address nft, uint256 tokenId) internal view returns (address) {
        (bool ok, bytes memory answer) = nft.staticcall{gas: ANSWER_GAS}(abi.encodeCall(IERC721.ownerOf, (tokenId)));
        return ok && answer.length == 32 ? abi.decode(answer, (address)) : address(0);
    }

    /// @dev Mostly one that is open or, if `waiting`, waits to be claimed. Sometimes any, sometimes none.
    function _offer(uint256 dice, bool waiting) internal view returns (bytes32 id) {
        uint256 count = ledger.count();
        if (count == 0 || dice % 64 == 0) return keccak256(abi.encode(dice));
        for (uint256 i; i < count; ++i) {
            id = ledger.ids((i + (dice >> 8)) % count);
            if (dice % 8 == 1) return id;
            if (waiting ? ledger.unreturnedCount(id) != 0 : ledger.entry(id).status == 1) return id;
        }
    }

    function _later(uint256 one, uint256 other) internal pure returns (uint256) {
        return one > other ? one : other;
    }

    function _probablyOwner(uint256 dice) internal view returns (address) {
        return dice % 4 == 0 ? actors[(dice >> 8) % 5] : escrow.owner();
    }

    /// @dev forge likes small and repeated numbers, whose upper bits are all zero.
    function _mixed(uint256 dice) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(dice)));
    }

    function _value(uint256 dice) internal view returns (uint256) {
        uint256 fee = escrow.fee();
        uint256 way = dice % 16;
        return way == 0 ? fee + 1 : way == 1 && fee != 0 ? fee - 1 : way == 2 ? 0 : fee;
    }

    function _requestedCoins(bytes32 id) internal view returns (uint256 coins) {
        if (ledger.entry(id).status != 0) (, coins) = escrow.coinsOf(id);
    }

    function _token(uint256 dice) internal view returns (address nft, uint256 tokenId) {
        return (dice % 2 == 0 ? address(cats) : address(tricks), (dice >> 8) % TOKENS);
    }

    /// @dev Up to five of what the holder has, and sometimes one of what the holder has not.
    function _pick(address holder, uint256 dice) internal view returns (address[] memory nfts, uint256[] memory ids) {
        uint256 wanted = 1 + dice % (dice % 8 == 0 ? 6 : 3);
        (nfts, ids) = (new address[](wanted), new uint256[](wanted));
        uint256 found;
        for (uint256 i; i < 2 * TOKENS && found < wanted; ++i) {
            uint256 place = (i + (dice >> 8)) % (2 * TOKENS);
            (address nft, uint256 tokenId) = _token(place / TOKENS | ((place % TOKENS) << 8));
            if (_holder(nft, tokenId) == holder || (dice >> 16) % 197 == i) {
                (nfts[found], ids[found++]) = (nft, tokenId);
            }
        }
        assembly {
            mstore(nfts, found)
            mstore(ids, found)
        }
    }
}
