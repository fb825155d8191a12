// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OfferId} from "../../src/OfferId.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";

/// @title Offers whose number takes more bytes in the hash that an id is made of: the last of each length, and the next.
contract NumbersTest is EscrowTest {
    /// @dev Fee 96 bits, offers created so far 32.
    bytes32 private constant SETTINGS_SLOT = bytes32(uint256(2));
    /// @dev 128 offers to a word.
    uint256 private constant STATUSES_SLOT = 4;

    function test_OffersOfEveryLengthOfNumber() public {
        uint256[5] memory last = [uint256(0x7f), 0xff, 0xffff, 0xffffff, 0xfffffffe];
        // NFTs of their own each time, since the word that is set back opens what was closed.
        for (uint256 i; i < last.length; ++i) {
            _goOnAfter(last[i] - 1);
            _offerAndEnd(last[i], 2 * i + 1);
            _offerAndEnd(last[i] + 1, 2 * i + 2);
        }
    }

    /// @dev Pretends that `created` offers exist: the count of the escrow, that of the chain, and the status word.
    function _goOnAfter(uint256 created) private {
        assertEq(uint256(vm.load(address(escrow), SETTINGS_SLOT)) & type(uint96).max, FEE, "the settings lie there");
        vm.store(address(escrow), SETTINGS_SLOT, bytes32((created << 96) | FEE));
        vm.setNonceUnsafe(address(escrow), uint64(created + 1));
        for (uint256 number = created; number <= created + 2 && number >> 32 == 0; ++number) {
            vm.store(address(escrow), bytes32(STATUSES_SLOT + (number >> 7)), bytes32(type(uint256).max));
        }
    }

    function _offerAndEnd(uint256 number, uint256 nft) private {
        bytes32 id = offerOne(nft, nft);
        assertEq(OfferId.numberOf(id), number, "number");
        assertStatus(id, 1);
        assertEq(escrow.custodyOf(address(cats), nft), id, "named by its number");
        cancel(id);
        assertStatus(id, 3);
        assertHolds(alice, address(cats), nft);
    }
}
