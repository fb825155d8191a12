// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {PlainNft} from "../tokens/PlainNft.sol";

/// @notice Answers questions by reverting with the right word, or with too few bytes.
contract MumblingNft is PlainNft {
    bytes4 private question;
    bytes private answer;
    bool private fails;

    function mumble(bytes4 question_, bytes calldata answer_, bool fails_) external {
        (question, answer, fails) = (question_, answer_, fails_);
    }

    function supportsInterface(bytes4 id) public view override returns (bool) {
        _mumble();
        return super.supportsInterface(id);
    }

    function ownerOf(uint256 id) public view override returns (address) {
        _mumble();
        return super.ownerOf(id);
    }

    function transferFrom(address from, address to, uint256 id) public override {
        _mumble();
        super.transferFrom(from, to, id);
    }

    function _mumble() private view {
        if (msg.sig != question) return;
        bytes memory said = answer;
        bool failing = fails;
        assembly ("memory-safe") {
            if failing { revert(add(said, 0x20), mload(said)) }
            return(add(said, 0x20), mload(said))
        }
    }
}

/// @notice From a balance of two on it says the balance by reverting.
contract ShyNft is PlainNft {
    function balanceOf(address holder) public view override returns (uint256 held) {
        held = super.balanceOf(holder);
        if (holder.code.length == 0 || held < 2) return held;
        assembly ("memory-safe") {
            mstore(0x00, held)
            revert(0x00, 0x20)
        }
    }
}

/// @title An answer counts when the call succeeded and brought a whole word, and only then.
contract AnswersTest is EscrowTest {
    MumblingNft private mumbling;

    function setUp() public override {
        super.setUp();
        mumbling = new MumblingNft();
        mumbling.mint(bob, 1);
        approveAll(address(mumbling));
    }

    function test_WordOfARevertedCallIsNoAnswerToTheInterface() public {
        mumbling.mumble(mumbling.supportsInterface.selector, abi.encode(true), true);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, address(mumbling)));
        offerOne(address(cats), 1, address(mumbling), 1);
    }

    function test_WordOfARevertedCallIsNoOwner() public {
        mumbling.mumble(mumbling.ownerOf.selector, abi.encode(bob), true);
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, address(mumbling), 1));
        offerOne(address(cats), 1, address(mumbling), 1);
    }

    function test_WordOfARevertedCallIsNoProofOfAReturn() public {
        // The transfer is done, but nothing says so that counts: the creator's address comes with a refusal.
        mumbling.mint(alice, 2);
        bytes32 id = offerOne(address(mumbling), 2, address(dogs), 1);
        mumbling.mumble(mumbling.ownerOf.selector, abi.encode(alice), true);
        cancel(id);
        assertEq(escrow.custodyOf(address(mumbling), 2), id, "held");
    }

    function test_ShortAnswerIsNoOwner() public {
        mumbling.mumble(mumbling.ownerOf.selector, new bytes(31), false);
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, address(mumbling), 1));
        offerOne(address(cats), 1, address(mumbling), 1);
    }

    function test_BalanceOfARevertedCallProvesNoArrival() public {
        ShyNft shy = new ShyNft();
        shy.mint(alice, 1);
        shy.mint(alice, 2);
        approveAll(address(shy));
        expectError(abi.encodeWithSelector(E.NotReceived.selector, address(shy), 1, address(escrow)));
        offerLists(repeat(address(shy), 2), range(1, 2), list(address(dogs)), list(1));
    }

    function test_RefusalWithoutAWordIsToldWithoutOne() public {
        mumbling.mint(alice, 2);
        mumbling.mint(alice, 3);
        mumbling.mumble(mumbling.transferFrom.selector, "", true);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, address(mumbling), 2, ""));
        offerLists(repeat(address(mumbling), 2), list(2, 3), list(address(dogs)), list(1));
    }

    function test_OfTwoThatAreNoCollectionsTheOfferedOneIsTold() public {
        expectError(abi.encodeWithSelector(E.NotErc721.selector, alice));
        offerOne(alice, 1, bob, 1);
    }
}
