// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {TricksTest} from "../base/TricksTest.sol";
import {vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";
import {Hook, Trick, TrickNft} from "../tokens/TrickNft.sol";

/// @notice NFTs and calls that come unasked, by mistake or to confuse.
contract StrayAttackTest is TricksTest {
    function test_Attack_StraySafeTransferBounces() public {
        vm.prank(alice);
        vm.expectRevert();
        cats.safeTransferFrom(alice, address(escrow), 1);
        expectError(abi.encodeWithSelector(E.UnexpectedNft.selector, address(this), 7));
        escrow.onERC721Received(address(escrow), alice, 7, "");
    }

    function test_Attack_StraySafeTransferDuringACreationBounces() public {
        // From inside the creation's own transfer, by another operator than the escrow.
        Pusher pusher = new Pusher();
        cats.mint(address(pusher), 70);
        tricks.setHook(Hook.Transfer, address(pusher), abi.encodeCall(pusher.push, (cats, address(escrow), 70)));
        offerOne(address(tricks), 1, address(dogs), 1);
        assertTrue(pusher.bounced(), "bounced");
        assertHolds(address(pusher), address(cats), 70);
    }

    function test_Attack_StrayDonationDuringACancelHidesNothing() public {
        // A donated NFT of the same collection makes up for one that stayed in the balance, so owners are asked.
        bytes32 id = _offerTricks(3);
        tricks.setTrick(2, Trick.Silent);
        Donor donor = new Donor(tricks, address(escrow));
        tricks.setHook(Hook.Transfer, address(donor), abi.encodeCall(donor.donate, ()));
        cancel(id);
        assertEq(escrow.custodyOf(address(tricks), 2), id, "held");
        assertHolds(alice, address(tricks), 1);
        assertHolds(alice, address(tricks), 3);
    }

    function test_Attack_BlobCannotBeCalledOrDestroyed() public {
        bytes32 id = offerOne(1, 1);
        address blob = address(bytes20(id));
        assertEq(uint8(blob.code[0]), 0, "begins with STOP");
        (bool ok, bytes memory answer) = blob.call(hex"01020304");
        assertTrue(ok && answer.length == 0, "does nothing");
        accept(id);
        assertTrue(blob.code.length != 0, "still there");
    }
}

/// @notice Sends an NFT of its own into the escrow, and remembers whether it came back.
contract Pusher {
    bool public bounced;

    function push(PlainNft nft, address to, uint256 id) external {
        try nft.safeTransferFrom(address(this), to, id) {}
        catch {
            bounced = true;
        }
    }
}

/// @notice Mints into the escrow.
contract Donor {
    TrickNft private immutable nft;
    address private immutable escrow;
    uint256 private given;

    constructor(TrickNft nft_, address escrow_) {
        (nft, escrow) = (nft_, escrow_);
    }

    function donate() external {
        nft.mint(escrow, 1000 + given++);
    }
}
