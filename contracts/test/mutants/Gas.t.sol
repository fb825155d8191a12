// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowTest} from "../base/EscrowTest.sol";
import {vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";

/// @notice Refuses at no cost when it is given less gas than it wants.
contract ChoosyNft is PlainNft {
    uint256 private wanted;

    function want(uint256 gasUnits) external {
        wanted = gasUnits;
    }

    function transferFrom(address from, address to, uint256 id) public override {
        require(gasleft() >= wanted);
        super.transferFrom(from, to, id);
    }
}

/// @title Whatever little gas comes with it, a cancel sends all NFTs home or none, if each takes what is granted or less.
contract ChoosyGasTest is EscrowTest {
    ChoosyNft private choosy;

    function setUp() public override {
        super.setUp();
        choosy = new ChoosyNft();
        for (uint256 id = 1; id <= 3; ++id) {
            choosy.mint(alice, id);
        }
        approveAll(address(choosy));
    }

    function test_SeveralOfOneCollectionGoHomeTogether() public {
        bytes32 id = offerLists(repeat(address(choosy), 3), range(1, 3), list(address(dogs)), list(1));
        choosy.want(300_000);
        _sweep(id, 3, 250_000, 900_000, 10_000);
    }

    function test_OneThatTakesAllThatIsGrantedGoesHome() public {
        bytes32 id = offerOne(address(choosy), 1, address(dogs), 1);
        choosy.want(396_500); // and 2,700 until it looks
        _sweep(id, 1, 400_000, 600_000, 500);
    }

    function _sweep(bytes32 id, uint256 count, uint256 from, uint256 to, uint256 step) private {
        for (uint256 gasLimit = from; gasLimit < to; gasLimit += step) {
            vm.prank(alice);
            (bool done,) = address(escrow).call{gas: gasLimit}(abi.encodeCall(escrow.cancelSwapOffer, (id)));
            for (uint256 nft = 1; nft <= count; ++nft) {
                assertHolds(done ? alice : address(escrow), address(choosy), nft);
            }
            if (done) return;
        }
        revert Expected("that it works with enough gas");
    }
}
