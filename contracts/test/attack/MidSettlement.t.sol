// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ReentryTest} from "../base/ReentryTest.sol";
import {termsOf} from "../base/termsOf.sol";
import {Hook, TrickNft} from "../tokens/TrickNft.sol";

/// @notice What is read, and what is tried, in the middle of a settlement.
contract MidSettlementAttackTest is ReentryTest {
    function test_Attack_ViewsReadDuringAHookSayWhatWillBeSo() public {
        (bytes32 id, ViewReader reader) = _openReadBy(requested);
        bytes32 terms = reader.terms();
        accept(id);
        assertEq(reader.seenStatus(), 2, "closed before anything moves");
        assertEq(reader.seenCustody(), 0, "released");
        assertEq(reader.seenTerms(), terms, "terms");
    }

    function test_Attack_ViewsReadWhileCancellingHoldTheNftUntilItHasLeft() public {
        (bytes32 id, ViewReader reader) = _openReadBy(offered);
        bytes32 terms = reader.terms();
        cancel(id);
        assertEq(reader.seenStatus(), 3, "closed before anything moves");
        assertEq(reader.seenCustody(), id, "held until the call ends");
        assertEq(reader.seenTerms(), terms, "terms");
        assertEq(escrow.custodyOf(address(offered), 1), 0, "released");
    }

    function test_Attack_TermsCannotChangeInMidSettlement() public {
        bytes32 id = this.createMany();
        (,, address[] memory nftsBefore, uint256[] memory idsBefore,,,,) = escrow.getOfferDetails(id);
        // The creator's collection cancels and offers again from inside the settlement: both are refused.
        offered.setReentry(Hook.Transfer, address(escrow), abi.encodeCall(escrow.cancelSwapOffer, (id)));
        accept(id);
        (,, address[] memory nfts, uint256[] memory ids,,,,) = escrow.getOfferDetails(id);
        assertEq(keccak256(abi.encode(nfts, ids)), keccak256(abi.encode(nftsBefore, idsBefore)), "terms");
        for (uint256 i = 1; i <= 3; ++i) {
            assertHolds(bob, address(offered), i);
            assertHolds(alice, address(requested), i);
        }
    }

    /// @dev An open offer, which is read whenever an NFT of this collection moves.
    function _openReadBy(TrickNft nft) private returns (bytes32 id, ViewReader reader) {
        id = this.createMany();
        reader = new ViewReader(escrow, id, offered, 1);
        nft.setHook(Hook.Transfer, address(reader), abi.encodeCall(reader.read, ()));
    }
}

/// @notice Reads the escrow from inside a hook.
contract ViewReader {
    ISwapEscrow private immutable escrow;
    bytes32 private immutable id;
    TrickNft private immutable nft;
    uint256 private immutable tokenId;
    uint8 public seenStatus;
    bytes32 public seenCustody;
    bytes32 public seenTerms;

    constructor(ISwapEscrow escrow_, bytes32 id_, TrickNft nft_, uint256 tokenId_) {
        (escrow, id, nft, tokenId) = (escrow_, id_, nft_, tokenId_);
    }

    function read() external {
        (,,, seenStatus) = escrow.swapOffers(id);
        seenCustody = escrow.custodyOf(address(nft), tokenId);
        seenTerms = terms();
    }

    function terms() public view returns (bytes32) {
        return keccak256(abi.encode(termsOf(escrow, id)));
    }
}
