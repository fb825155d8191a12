// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowEvents as L} from "../../src/ISwapEscrowEvents.sol";
import {Vm} from "../base/Vm.sol";

/// @notice What the escrow's log alone says: built from events, never from a call.
contract Ledger {
    struct Entry {
        address creator;
        address recipient;
        uint256 expiresAt;
        uint8 status;
        bytes32 lists;
        uint256 coinsA;
        uint256 coinsB;
    }

    address public immutable escrow;
    bytes32[] public ids;
    mapping(bytes32 id => Entry) private entries;
    mapping(bytes32 id => mapping(bytes32 nft => bool)) private unreturned;
    mapping(bytes32 id => uint256) public unreturnedCount;

    uint256 public locked;
    uint256 public owed;
    mapping(address account => uint256) public owedTo;
    /// @notice Coins of offers that went to the wallets they belong to.
    uint256 public delivered;
    /// @notice Coins of offers, owed coins and fees that an account was sent.
    mapping(address account => uint256) public receivedBy;

    uint256 public fee;
    uint256 public paidOut;
    bool public paused;
    address public owner;
    address public pendingOwner;
    uint256 public impossible;

    constructor(address escrow_) {
        escrow = escrow_;
    }

    function count() external view returns (uint256) {
        return ids.length;
    }

    function entry(bytes32 id) external view returns (Entry memory) {
        return entries[id];
    }

    function isUnreturned(bytes32 id, address nft, uint256 tokenId) external view returns (bool) {
        return unreturned[id][keccak256(abi.encode(nft, tokenId))];
    }

    function read(Vm.Log[] memory logs) external {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == escrow) _read(logs[i]);
        }
    }

    function _read(Vm.Log memory log) private {
        bytes32 what = log.topics[0];
        if (what == L.SwapOfferCreated.selector) _createdOne(log);
        else if (what == L.MultiSwapOfferCreated.selector) _createdMany(log);
        else if (what == L.SwapOfferWithCoinsCreated.selector) _createdWithCoins(log);
        else if (what == L.CoinsOwed.selector) _owe(log);
        else if (what == L.OwedCoinsTaken.selector) _take(log);
        else if (what == L.SwapCompleted.selector) _end(log.topics[1], 2);
        else if (what == L.SwapCancelled.selector) _end(log.topics[1], 3);
        else if (what == L.ReturnFailed.selector) _return(log, true);
        else if (what == L.ReturnClaimed.selector) _return(log, false);
        else if (what == L.FeeUpdated.selector) (, fee) = abi.decode(log.data, (uint256, uint256));
        else if (what == L.FeesWithdrawn.selector) _payOut(log);
        else if (what == L.CreationPausedSet.selector) paused = abi.decode(log.data, (bool));
        else if (what == L.OwnershipTransferStarted.selector) pendingOwner = address(uint160(uint256(log.topics[2])));
        else if (what == L.OwnershipTransferred.selector) _owned(log);
        else if (what != L.SwapOfferCounts.selector && what != L.EmergencyWithdrawn.selector) ++impossible;
    }

    function _createdOne(Vm.Log memory log) private {
        (address nftA, uint256 idA, address nftB, uint256 idB, uint256 expiresAt) =
            abi.decode(log.data, (address, uint256, address, uint256, uint256));
        (address[] memory nftsA, uint256[] memory idsA) = (new address[](1), new uint256[](1));
        (address[] memory nftsB, uint256[] memory idsB) = (new address[](1), new uint256[](1));
        (nftsA[0], idsA[0], nftsB[0], idsB[0]) = (nftA, idA, nftB, idB);
        _create(log, expiresAt, keccak256(abi.encode(nftsA, idsA, nftsB, idsB)));
    }

    function _createdMany(Vm.Log memory log) private {
        (
            address[] memory nftsA,
            uint256[] memory idsA,
            address[] memory nftsB,
            uint256[] memory idsB,
            uint256 expiresAt
        ) = abi.decode(log.data, (address[], uint256[], address[], uint256[], uint256));
        _create(log, expiresAt, keccak256(abi.encode(nftsA, idsA, nftsB, idsB)));
    }

    function _createdWithCoins(Vm.Log memory log) private {
        (L.Side memory a, L.Side memory b, uint256 expiresAt) = abi.decode(log.data, (L.Side, L.Side, uint256));
        _create(log, expiresAt, keccak256(abi.encode(a.nftContracts, a.tokenIds, b.nftContracts, b.tokenIds)));
        Entry storage made = entries[log.topics[1]];
        (made.coinsA, made.coinsB) = (a.coins, b.coins);
        locked += a.coins;
    }

    /// @dev Follows the end of an offer, which took the whole sum as delivered.
    function _owe(Vm.Log memory log) private {
        uint256 amount = abi.decode(log.data, (uint256));
        owedTo[address(uint160(uint256(log.topics[2])))] += amount;
        owed += amount;
        delivered -= amount;
        receivedBy[address(uint160(uint256(log.topics[2])))] -= amount;
    }

    function _take(Vm.Log memory log) private {
        uint256 amount = abi.decode(log.data, (uint256));
        address account = address(uint160(uint256(log.topics[1])));
        if (owedTo[account] != amount) ++impossible;
        owedTo[account] = 0;
        owed -= amount;
        delivered += amount;
        receivedBy[address(uint160(uint256(log.topics[2])))] += amount;
    }

    function _payOut(Vm.Log memory log) private {
        uint256 amount = abi.decode(log.data, (uint256));
        paidOut += amount;
        receivedBy[address(uint160(uint256(log.topics[1])))] += amount;
    }

    function _create(Vm.Log memory log, uint256 expiresAt, bytes32 lists) private {
        bytes32 id = log.topics[1];
        if (entries[id].status != 0) ++impossible; // an id came twice
        ids.push(id);
        entries[id] = Entry(
            address(uint160(uint256(log.topics[2]))),
            address(uint160(uint256(log.topics[3]))),
            expiresAt,
            1,
            lists,
            0,
            0
        );
    }

    function _end(bytes32 id, uint8 status) private {
        if (entries[id].status != 1) ++impossible; // only an open offer ends, and once
        entries[id].status = status;
        Entry storage ended = entries[id];
        locked -= ended.coinsA;
        delivered += ended.coinsA + (status == 2 ? ended.coinsB : 0);
        receivedBy[status == 2 ? ended.recipient : ended.creator] += ended.coinsA;
        if (status == 2) receivedBy[ended.creator] += ended.coinsB;
    }

    function _return(Vm.Log memory log, bool failed) private {
        bytes32 id = log.topics[1];
        (address nft, uint256 tokenId) = abi.decode(log.data, (address, uint256));
        bytes32 key = keccak256(abi.encode(nft, tokenId));
        if (entries[id].status != 3 || unreturned[id][key] == failed) ++impossible;
        unreturned[id][key] = failed;
        if (failed) ++unreturnedCount[id];
        else --unreturnedCount[id];
    }

    function _owned(Vm.Log memory log) private {
        owner = address(uint160(uint256(log.topics[2])));
        pendingOwner = address(0);
    }
}
