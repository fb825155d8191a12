// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TricksTest} from "../base/TricksTest.sol";
import {Trick} from "../tokens/TrickNft.sol";

/// @notice Claims by bits, in any order and with any bits beside: named NFTs leave, others stay held.
contract ClaimsFuzzTest is TricksTest {
    function testFuzz_EachClaimFreesWhatItNames(uint256 stuck, uint256 first, uint256 second) public {
        uint256 count = 8;
        stuck = bound(stuck, 1, (1 << count) - 1);
        bytes32 id = _offerTricks(count);
        for (uint256 i; i < count; ++i) {
            if ((stuck >> i) & 1 == 1) tricks.setTrick(i + 1, Trick.Refuse);
        }
        cancel(id);
        for (uint256 i; i < count; ++i) {
            tricks.setTrick(i + 1, Trick.Honest);
        }
        uint256 left = stuck;
        uint256[3] memory claims = [first, second, type(uint256).max];
        for (uint256 c; c < 3; ++c) {
            if (claims[c] & left != 0) escrow.claimReturned(id, claims[c]);
            left &= ~claims[c];
            for (uint256 i; i < count; ++i) {
                bool held = (left >> i) & 1 == 1;
                assertEq(escrow.custodyOf(address(tricks), i + 1), held ? id : bytes32(0), "held");
                assertHolds(held ? address(escrow) : alice, address(tricks), i + 1);
            }
        }
    }
}
