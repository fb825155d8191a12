// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {OfferId} from "../../src/OfferId.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";

/// @notice Made-up ids, and offers that share a word of statuses with others.
contract IdAttackTest is EscrowTest {
    function test_Attack_IdsMadeOfRealParts() public {
        bytes32 first = offerOne(1, 1);
        bytes32 second = offerOne(2, 2);
        uint256 numberBits = type(uint32).max;
        // The blob of one, the number of another, or none.
        _expectUnknown(bytes32((uint256(first) & ~numberBits) | (uint256(second) & numberBits)));
        _expectUnknown(bytes32(uint256(first) & ~numberBits));
        _expectUnknown(OfferId.make(OfferId.blobOf(first), 2));
        // The blob of one, the rest of another.
        _expectUnknown(bytes32((uint256(first) >> 96 << 96) | uint96(uint256(second))));
        // Each single bit changed.
        for (uint256 bit; bit < 256; bit += 5) {
            _expectUnknown(bytes32(uint256(first) ^ (1 << bit)));
        }
        assertStatus(first, 1);
    }

    function test_Attack_IdsOfSomebodyElsesContract() public {
        // The same terms in code that the attacker deployed, with Alice's NFT to go to the attacker.
        bytes32 real = offerOne(1, 1);
        bytes memory code = OfferId.blobOf(real).code;
        address copy = address(uint160(uint256(keccak256("copy"))));
        vm.etch(copy, code);
        for (uint256 number; number < 4; ++number) {
            _expectUnknown(OfferId.make(copy, number));
        }
    }

    function test_Attack_IdsOfOffersThatAreYetToCome() public {
        bytes32 next = OfferId.ofNumber(address(escrow), 1);
        _expectUnknown(next);
        _expectUnknown(OfferId.ofNumber(address(escrow), 0));
        _expectUnknown(OfferId.ofNumber(address(escrow), type(uint32).max));
        bytes32 id = offerOne(1, 1);
        assertEq(id, next, "ids can be foretold, and mean nothing before");
        assertEq(OfferId.numberOf(id), 1, "number");
    }

    function test_Attack_IdsOfAnotherEscrow() public {
        bytes32 id = offerOne(1, 1);
        address other = deployEscrow(owner, FEE, MAX_FEE);
        vm.prank(bob);
        (bool ok,) = other.call{value: FEE}(abi.encodeCall(escrow.acceptSwapOffer, (id)));
        assertTrue(!ok, "unknown there");
    }

    function testFuzz_AnIdFollowsFromItsNumber(address by, uint32 number) public pure {
        number = uint32(bound(number, 1, type(uint32).max));
        bytes32 id = OfferId.ofNumber(by, number);
        assertEq(OfferId.numberOf(id), number, "number");
        assertEq(OfferId.blobOf(id), vm.computeCreateAddress(by, number), "where the chain puts it");
    }

    function test_ThreeHundredOffersKeepTheirStatusApart() public {
        bytes32[] memory ids = new bytes32[](300);
        for (uint256 i; i < 300; ++i) {
            cats.mint(alice, 1000 + i);
            dogs.mint(bob, 1000 + i);
            ids[i] = offerOne(1000 + i, 1000 + i);
            assertEq(OfferId.numberOf(ids[i]), i + 1, "number");
        }
        uint8[] memory expected = new uint8[](300);
        for (uint256 i; i < 300; ++i) {
            expected[i] = 1;
        }
        // In an order that jumps from word to word.
        for (uint256 k; k < 300; ++k) {
            uint256 i = (k * 131) % 300;
            if (i % 3 == 0) {
                accept(ids[i]);
                expected[i] = 2;
            } else if (i % 3 == 1) {
                cancel(ids[i]);
                expected[i] = 3;
            }
            if (k % 20 == 0) _assertStatuses(ids, expected);
        }
        _assertStatuses(ids, expected);
        for (uint256 i; i < 300; ++i) {
            assertEq(escrow.custodyOf(address(cats), 1000 + i), i % 3 == 2 ? ids[i] : bytes32(0), "custody");
        }
    }

    function _assertStatuses(bytes32[] memory ids, uint8[] memory expected) private view {
        for (uint256 i; i < ids.length; ++i) {
            assertStatus(ids[i], expected[i]);
        }
    }

    function _expectUnknown(bytes32 id) private {
        bytes memory unknown = abi.encodeWithSelector(E.UnknownOffer.selector, id);
        assertStatus(id, 0);
        expectError(unknown);
        escrow.getOfferDetails(id);
        expectError(unknown);
        accept(id);
        expectError(unknown);
        cancel(id);
        expectError(unknown);
        vm.prank(alice);
        escrow.cancelExpiredOffer{value: FEE}(id);
        expectError(unknown);
        escrow.claimReturned(id);
    }
}
