// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowEvents as L} from "../src/ISwapEscrowEvents.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {Vm, vm} from "./base/Vm.sol";
import {PlainNft} from "./tokens/PlainNft.sol";

contract CreateTest is EscrowTest {
    function test_One_MovesTheNftInAndWritesTheOffer() public {
        bytes32 id = offerOne(1, 2);
        assertHolds(address(escrow), address(cats), 1);
        assertHolds(bob, address(dogs), 2);
        assertEq(escrow.custodyOf(address(cats), 1), id, "custody");
        assertEq(escrow.custodyOf(address(dogs), 2), 0, "custody of a requested NFT");
        assertEq(address(escrow).balance, FEE, "fee");
        _assertDetails(id, list(address(cats)), list(1), list(address(dogs)), list(2));
        (address creator, address recipient, uint256 expiresAt, uint8 status) = escrow.swapOffers(id);
        assertEq(creator, alice, "creator");
        assertEq(recipient, bob, "recipient");
        assertEq(expiresAt, START + DAY, "expiry");
        assertEq(status, 1, "status");
    }

    function test_One_EmitsCreatedAndCounts() public {
        vm.recordLogs();
        bytes32 id = offerOne(1, 2);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 3, "logs"); // and the collection's Transfer
        assertEq(logs[0].topics[0], L.SwapOfferCreated.selector, "event");
        _assertTopics(logs[0], id);
        assertEq(
            keccak256(logs[0].data),
            keccak256(abi.encode(address(cats), uint256(1), address(dogs), uint256(2), START + DAY)),
            "data"
        );
        _assertCounts(logs[1], id, 1, 1);
    }

    function test_Many_KeepsTheOrderOfBothLists() public {
        (address[] memory nftsA, uint256[] memory idsA) = _mixed(alice, 20);
        (address[] memory nftsB, uint256[] memory idsB) = _mixed(bob, 19);
        vm.recordLogs();
        bytes32 id = offerLists(nftsA, idsA, nftsB, idsB);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs[0].topics[0], L.MultiSwapOfferCreated.selector, "event");
        _assertTopics(logs[0], id);
        assertEq(
            keccak256(logs[0].data), keccak256(abi.encode(nftsA, idsA, nftsB, idsB, START + DAY)), "data of the event"
        );
        _assertCounts(logs[1], id, 20, 19);
        _assertDetails(id, nftsA, idsA, nftsB, idsB);
        for (uint256 i; i < 20; ++i) {
            assertHolds(address(escrow), nftsA[i], idsA[i]);
            assertEq(escrow.custodyOf(nftsA[i], idsA[i]), id, "custody");
        }
    }

    function test_Many_WithOneEachIsAMultiOffer() public {
        vm.recordLogs();
        offerMany(1);
        assertEq(vm.getRecordedLogs()[0].topics[0], L.MultiSwapOfferCreated.selector, "event");
    }

    function test_Ids_DifferInWhatPeopleSeeOfThem() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 1);
        assertTrue(bytes4(first) != bytes4(second), "first ten characters");
        assertTrue(uint16(uint256(first)) != uint16(uint256(second)), "last four characters");
    }

    function test_SameNftCanBeAskedForInManyOffers() public {
        offerOne(1, 1);
        bytes32 second = offerOne(2, 1);
        assertStatus(second, 1);
    }

    function test_CollectionWithReceiverCheckOnPlainTransfersWorks() public {
        AskingNft asking = new AskingNft();
        asking.mint(alice, 1);
        approve(alice, address(asking));
        bytes32 id = offerOne(address(asking), 1, address(dogs), 1);
        assertEq(escrow.custodyOf(address(asking), 1), id, "custody");
    }

    function test_MarksOfAnEarlierOfferInTheSameTransactionDoNotCount() public {
        // No transaction ends between these calls: the marks in transient storage are still there.
        bytes32 first = offerLists(repeat(address(cats), 2), list(1, 2), repeat(address(dogs), 2), list(1, 2));
        cancel(first);
        bytes32 second = offerLists(repeat(address(cats), 2), list(1, 2), repeat(address(dogs), 2), list(1, 2));
        assertStatus(second, 1);
    }

    function test_CannotRunOutOfGasHalfWay() public {
        bytes memory call = abi.encodeCall(escrow.createSwapOffer, (address(cats), 1, address(dogs), 1, DAY));
        for (uint256 gasLimit = 20_000; gasLimit < 160_000; gasLimit += 5_000) {
            vm.prank(alice);
            (bool ok,) = address(escrow).call{value: FEE, gas: gasLimit}(call);
            if (ok) assertHolds(address(escrow), address(cats), 1);
            else assertHolds(alice, address(cats), 1);
            if (ok) return;
        }
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Neighbours, strays, and ids of every width, of three collections.
    function _mixed(address holder, uint256 count) private returns (address[] memory nfts, uint256[] memory ids) {
        PlainNft[3] memory made = [new PlainNft(), new PlainNft(), new PlainNft()];
        nfts = new address[](count);
        ids = new uint256[](count);
        for (uint256 i; i < 3; ++i) {
            approve(holder, address(made[i]));
        }
        for (uint256 i; i < count; ++i) {
            PlainNft nft = made[(i * i / 3) % 3];
            ids[i] = i == 1 ? type(uint256).max : i == 2 ? 0 : uint256(keccak256(abi.encode(i))) >> (13 * i);
            nft.mint(holder, ids[i]);
            nfts[i] = address(nft);
        }
    }

    function _assertDetails(
        bytes32 id,
        address[] memory nftsA,
        uint256[] memory idsA,
        address[] memory nftsB,
        uint256[] memory idsB
    ) private view {
        (bool ok, bytes memory answer) = address(escrow).staticcall(abi.encodeCall(escrow.getOfferDetails, (id)));
        assertTrue(ok, "details");
        assertEq(
            keccak256(answer), keccak256(abi.encode(alice, bob, nftsA, idsA, nftsB, idsB, START + DAY, true)), "details"
        );
    }

    function _assertTopics(Vm.Log memory log, bytes32 id) private view {
        assertEq(log.emitter, address(escrow), "emitter");
        assertEq(log.topics[1], id, "offer");
        assertEq(log.topics[2], bytes32(uint256(uint160(alice))), "creator");
        assertEq(log.topics[3], bytes32(uint256(uint160(bob))), "recipient");
    }

    function _assertCounts(Vm.Log memory log, bytes32 id, uint256 offered, uint256 requested) private pure {
        assertEq(log.topics[0], L.SwapOfferCounts.selector, "event");
        assertEq(log.topics[1], id, "offer");
        assertEq(keccak256(log.data), keccak256(abi.encode(offered, requested)), "counts");
    }
}

/// @notice Asks the receiver even on a plain transfer.
contract AskingNft is PlainNft {
    function transferFrom(address from, address to, uint256 id) public override {
        super.transferFrom(from, to, id);
        (bool ok,) = to.call(
            abi.encodeWithSignature("onERC721Received(address,address,uint256,bytes)", msg.sender, from, id, "")
        );
        require(ok, "not received");
    }
}
