// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../src/ISwapEscrowErrors.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";
import {TrickNft} from "./tokens/TrickNft.sol";

/// @notice Inputs that cannot create an offer.
contract CreateRefusalsTest is EscrowTest {
    function test_RefusesWhilePaused() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        _expect(abi.encodeWithSelector(E.CreationPaused.selector));
        vm.prank(owner);
        escrow.setCreationPaused(false);
        offerOne(1, 1);
    }

    function test_RefusesAnEmptySide() public {
        expectError(abi.encodeWithSelector(E.EmptySide.selector, 0, 1));
        offerLists(new address[](0), new uint256[](0), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.EmptySide.selector, 1, 0));
        offerLists(list(address(cats)), list(1), new address[](0), new uint256[](0));
    }

    function test_RefusesUnequalArrays() public {
        expectError(abi.encodeWithSelector(E.UnequalArrays.selector, 1, 2));
        offerLists(list(address(cats)), list(1, 2), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.UnequalArrays.selector, 2, 1));
        offerLists(list(address(cats)), list(1), list(address(dogs), address(dogs)), list(1));
    }

    function test_RefusesTwentyOne() public {
        expectError(abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20));
        offerLists(repeat(address(cats), 21), range(1, 21), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.TooManyNfts.selector, 21, 20));
        offerLists(list(address(cats)), list(1), repeat(address(dogs), 21), range(1, 21));
        offerMany(20);
    }

    function test_RefusesDurationsOutsideOfOneSecondToThirtyDays() public {
        _expectDuration(0);
        _expectDuration(30 days + 1);
        _expectDuration(2 ** 255);
        _expectDuration(type(uint256).max);
        vm.prank(alice);
        bytes32 longest = escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, 30 days);
        assertEq(expiresAtOf(longest), START + 30 days, "expiry");
        vm.prank(alice);
        bytes32 shortest = escrow.createSwapOffer{value: FEE}(address(cats), 2, address(dogs), 1, 1);
        assertEq(expiresAtOf(shortest), START + 1, "expiry");
    }

    function test_RefusesDuplicates() public {
        expectError(abi.encodeWithSelector(E.DuplicateNft.selector, cats, 1));
        offerLists(repeat(address(cats), 2), list(1, 1), list(address(dogs)), list(1));
        expectError(abi.encodeWithSelector(E.DuplicateNft.selector, dogs, 2));
        offerLists(list(address(cats)), list(1), repeat(address(dogs), 2), list(2, 2));
    }

    function test_RefusesDuplicatesThatAreNoNeighbours() public {
        address[] memory nfts = repeat(address(cats), 3);
        nfts[1] = address(dogs);
        uint256[] memory ids = list(7, 8);
        uint256[] memory three = range(7, 3);
        three[2] = 7;
        expectError(abi.encodeWithSelector(E.DuplicateNft.selector, cats, 7));
        offerLists(nfts, three, list(address(dogs)), list(1));
        ids[1] = 7;
        assertEq(escrow.custodyOf(address(cats), 7), 0, "custody");
    }

    function test_RefusesAnNftOnBothSides() public {
        expectError(abi.encodeWithSelector(E.NftOnBothSides.selector, cats, 1));
        offerOne(address(cats), 1, address(cats), 1);
        expectError(abi.encodeWithSelector(E.NftOnBothSides.selector, cats, 2));
        offerLists(repeat(address(cats), 2), list(1, 2), list(address(dogs), address(cats)), list(1, 2));
    }

    function test_RefusesWhatIsNoErc721() public {
        address account = address(0xdead);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, account));
        offerOne(account, 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, account));
        offerOne(address(cats), 1, account, 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, address(0)));
        offerOne(address(0), 1, address(dogs), 1);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, escrow));
        offerOne(address(escrow), 1, address(dogs), 1);
        TrickNft denying = new TrickNft();
        denying.setNoErc721(true);
        expectError(abi.encodeWithSelector(E.NotErc721.selector, denying));
        offerOne(address(denying), 1, address(dogs), 1);
    }

    function test_RefusesARequestedNftThatNobodyOwns() public {
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, dogs, 999));
        offerOne(1, 999);
        TrickNft odd = new TrickNft();
        odd.mint(bob, 1);
        odd.setOwnerOfShort(true);
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, odd, 1));
        offerOne(address(cats), 1, address(odd), 1);
    }

    function test_RefusesAnOwnerThatIsNoAddress() public {
        OddOwnerNft odd = new OddOwnerNft();
        odd.setAnswer(uint256(uint160(bob)) | (1 << 160));
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, odd, 1));
        offerOne(address(cats), 1, address(odd), 1);
        odd.setAnswer(0);
        expectError(abi.encodeWithSelector(E.RequestedNftUnowned.selector, odd, 1));
        offerOne(address(cats), 1, address(odd), 1);
        odd.setAnswer(uint160(bob));
        offerOne(address(cats), 1, address(odd), 1);
    }

    function test_RefusesOwnNftsOnTheOtherSide() public {
        dogs.mint(alice, 50);
        expectError(abi.encodeWithSelector(E.RequestedFromYourself.selector, dogs, 50));
        offerOne(1, 50);
        expectError(abi.encodeWithSelector(E.RequestedFromYourself.selector, dogs, 50));
        offerLists(list(address(cats)), list(1), repeat(address(dogs), 2), list(1, 50));
    }

    function test_RefusesNftsOfTheEscrowOnTheOtherSide() public {
        dogs.mint(address(escrow), 50);
        expectError(abi.encodeWithSelector(E.RequestedFromEscrow.selector, dogs, 50));
        offerOne(1, 50);
    }

    function test_RefusesSeveralRecipients() public {
        dogs.mint(stranger, 50);
        expectError(abi.encodeWithSelector(E.RequestedFromSeveral.selector, dogs, 50, stranger, bob));
        offerLists(list(address(cats)), list(1), repeat(address(dogs), 2), list(1, 50));
    }

    function test_RefusesACollectionAsRecipient() public {
        dogs.mint(address(cats), 50);
        expectError(abi.encodeWithSelector(E.RequestedFromCollection.selector, cats));
        offerOne(1, 50);
        dogs.mint(address(dogs), 51);
        expectError(abi.encodeWithSelector(E.RequestedFromCollection.selector, dogs));
        offerOne(1, 51);
    }

    function test_RefusesWhatIsNotApproved() public {
        vm.prank(alice);
        cats.setApprovalForAll(address(escrow), false);
        bytes memory reason =
            abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", address(escrow), uint256(1));
        _expect(abi.encodeWithSelector(E.TransferFailed.selector, cats, 1, reason));
    }

    function test_RefusesWhatTheCreatorDoesNotHold() public {
        bytes memory reason =
            abi.encodeWithSignature("ERC721IncorrectOwner(address,uint256,address)", alice, uint256(3), bob);
        expectError(abi.encodeWithSelector(E.TransferFailed.selector, dogs, 3, reason));
        offerOne(address(dogs), 3, address(dogs), 1);
    }

    function test_RefusesDirtyAddresses() public {
        bytes memory call = abi.encodeCall(
            escrow.createMultiSwapOffer, (list(address(cats)), list(1), list(address(dogs)), list(1), DAY)
        );
        for (uint256 word; word < 2; ++word) {
            // The first item of each list of contracts: behind 5 heads, the length; the lists are 2 words each.
            uint256 place = 4 + 32 * (5 + 1 + 4 * word);
            bytes memory dirty = bytes.concat(call);
            dirty[place] = 0x01;
            vm.prank(alice);
            (bool ok,) = address(escrow).call{value: FEE}(dirty);
            assertTrue(!ok, "dirty upper bits");
        }
        vm.prank(alice);
        (bool clean,) = address(escrow).call{value: FEE}(call);
        assertTrue(clean, "clean");
    }

    // ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function _expect(bytes memory data) private {
        expectError(data);
        offerOne(1, 1);
        expectError(data);
        offerMany(1);
    }

    function _expectDuration(uint256 duration) private {
        expectError(abi.encodeWithSelector(E.DurationOutOfRange.selector, duration, 30 days));
        vm.prank(alice);
        escrow.createSwapOffer{value: FEE}(address(cats), 1, address(dogs), 1, duration);
    }
}

/// @notice Names any word as every NFT's owner.
contract OddOwnerNft {
    uint256 private answer;

    function setAnswer(uint256 value) external {
        answer = value;
    }

    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }

    function ownerOf(uint256) external view returns (uint256) {
        return answer;
    }
}
