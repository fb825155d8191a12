// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {PlainNft} from "../tokens/PlainNft.sol";
import {Assertions} from "./Assertions.sol";
import {vm} from "./Vm.sol";

/// @notice An escrow, its owner, Alice who offers, Bob who is asked, and a stranger. Alice holds `cats`, Bob `dogs`, and
/// both have approved the escrow for both.
abstract contract EscrowTest is Assertions {
    uint256 internal constant FEE = 0.01 ether;
    uint256 internal constant MAX_FEE = 0.05 ether;
    uint256 internal constant DAY = 1 days;
    uint256 internal constant START = 1_760_000_000;

    address internal owner = address(uint160(uint256(keccak256("owner"))));
    address internal alice = address(uint160(uint256(keccak256("alice"))));
    address internal bob = address(uint160(uint256(keccak256("bob"))));
    address internal stranger = address(uint160(uint256(keccak256("stranger"))));

    /// @dev What the steps below send.
    uint256 internal due = FEE;

    ISwapEscrow internal escrow;
    PlainNft internal cats;
    PlainNft internal dogs;

    function setUp() public virtual {
        vm.warp(START);
        escrow = ISwapEscrow(deployEscrow(owner, FEE, MAX_FEE));
        cats = new PlainNft();
        dogs = new PlainNft();
        vm.label(address(escrow), "escrow");
        vm.label(alice, "alice");
        vm.label(bob, "bob");
        approveAll(address(cats));
        approveAll(address(dogs));
        vm.deal(alice, 1000 ether);
        vm.deal(bob, 1000 ether);
        vm.deal(stranger, 1000 ether);
        for (uint256 id = 1; id <= 40; ++id) {
            cats.mint(alice, id);
            dogs.mint(bob, id);
        }
    }

    function deployEscrow(address firstOwner, uint256 feeWei, uint256 maxFeeWei) internal returns (address) {
        return vm.deployCode("SwapEscrow.sol:SwapEscrow", abi.encode(firstOwner, feeWei, maxFeeWei));
    }

    function approveAll(address nft) internal {
        approve(alice, nft);
        approve(bob, nft);
    }

    function approve(address holder, address nft) internal {
        vm.prank(holder);
        IERC721(nft).setApprovalForAll(address(escrow), true);
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function repeat(address nft, uint256 count) internal pure returns (address[] memory made) {
        made = new address[](count);
        for (uint256 i; i < count; ++i) {
            made[i] = nft;
        }
    }

    function range(uint256 first, uint256 count) internal pure returns (uint256[] memory made) {
        made = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            made[i] = first + i;
        }
    }

    function list(address a) internal pure returns (address[] memory) {
        return repeat(a, 1);
    }

    function list(address a, address b) internal pure returns (address[] memory made) {
        made = repeat(a, 2);
        made[1] = b;
    }

    function list3(address a, address b, address c) internal pure returns (address[] memory made) {
        made = repeat(a, 3);
        (made[1], made[2]) = (b, c);
    }

    function list(uint256 a) internal pure returns (uint256[] memory) {
        return range(a, 1);
    }

    function list(uint256 a, uint256 b) internal pure returns (uint256[] memory made) {
        made = new uint256[](2);
        (made[0], made[1]) = (a, b);
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Alice offers cat `catId` for Bob's dog `dogId`, for a day.
    function offerOne(uint256 catId, uint256 dogId) internal returns (bytes32) {
        return offerOne(address(cats), catId, address(dogs), dogId);
    }

    function offerOne(address nftA, uint256 idA, address nftB, uint256 idB) internal returns (bytes32) {
        vm.prank(alice);
        return escrow.createSwapOffer{value: due}(nftA, idA, nftB, idB, DAY);
    }

    /// @notice Alice offers cats 1..count for dogs 1..count.
    function offerMany(uint256 count) internal returns (bytes32) {
        return offerLists(repeat(address(cats), count), range(1, count), repeat(address(dogs), count), range(1, count));
    }

    function offerLists(address[] memory nftsA, uint256[] memory idsA, address[] memory nftsB, uint256[] memory idsB)
        internal
        returns (bytes32)
    {
        vm.prank(alice);
        return escrow.createMultiSwapOffer{value: due}(nftsA, idsA, nftsB, idsB, DAY);
    }

    function accept(bytes32 offerId) internal {
        vm.prank(bob);
        escrow.acceptSwapOffer{value: due}(offerId);
    }

    function cancel(bytes32 offerId) internal {
        vm.prank(alice);
        escrow.cancelSwapOffer(offerId);
    }

    function returnExpired(bytes32 offerId) internal {
        vm.warp(expiresAtOf(offerId) + 1);
        vm.prank(bob);
        escrow.cancelExpiredOffer{value: due}(offerId);
    }

    /// @notice The function has two forms, so its name alone does not encode it.
    function claimCall(bytes32 offerId) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("claimReturned(bytes32)", offerId);
    }

    function claimCall(bytes32 offerId, uint256 which) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("claimReturned(bytes32,uint256)", offerId, which);
    }

    /// @notice The first moment at which anyone may send the offer home.
    function abandon(bytes32 offerId) internal {
        vm.warp(expiresAtOf(offerId) + 30 days);
    }

    // ── What is so ───────────────────────────────────────────────────────────────────────────────────────────────────

    function statusOf(bytes32 offerId) internal view returns (uint8 status) {
        (,,, status) = escrow.swapOffers(offerId);
    }

    function expiresAtOf(bytes32 offerId) internal view returns (uint256 expiresAt) {
        (,, expiresAt,) = escrow.swapOffers(offerId);
    }

    function assertHolds(address holder, address nft, uint256 id) internal view {
        assertEq(IERC721(nft).ownerOf(id), holder, "holder");
    }

    function assertStatus(bytes32 offerId, uint8 status) internal view {
        assertEq(statusOf(offerId), status, "status");
    }

    function expectError(bytes memory data) internal {
        vm.expectRevert(data);
    }
}
