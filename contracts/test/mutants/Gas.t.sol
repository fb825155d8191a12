// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrowErrors as E} from "../../src/ISwapEscrowErrors.sol";
import {CoinWalletTest} from "../base/CoinWalletTest.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {Vm, vm} from "../base/Vm.sol";
import {PlainNft} from "../tokens/PlainNft.sol";
import {Hook, Trick, TrickNft} from "../tokens/TrickNft.sol";
import {Manner} from "../wallets/CoinWallet.sol";

/// @notice Refuses at no cost when it is given less gas than it wants.
contract ChoosyNft is PlainNft {
    uint256 private wanted;
    uint256 private onlyFor;

    function want(uint256 gasUnits) external {
        wanted = gasUnits;
    }

    function wantOnlyFor(uint256 id) external {
        onlyFor = id;
    }

    function transferFrom(address from, address to, uint256 id) public override {
        require(gasleft() >= wanted || (onlyFor != 0 && onlyFor != id));
        super.transferFrom(from, to, id);
    }
}

/// @notice Moves, burns what it was given but for a little, and wants much gas to name an owner, or refuses at no cost.
contract HungryNft is PlainNft {
    uint256 private constant LEFT_OVER_GAS = 2_000;
    uint256 private constant ANSWER_GAS = 90_000;

    bool private hungry;

    function starve() external {
        hungry = true;
    }

    function transferFrom(address from, address to, uint256 id) public override {
        super.transferFrom(from, to, id);
        if (hungry) _burnDownTo(LEFT_OVER_GAS);
    }

    function ownerOf(uint256 id) public view override returns (address) {
        if (hungry) require(gasleft() >= ANSWER_GAS);
        return super.ownerOf(id);
    }

    /// @dev Reads storage that is warm from then on: 100 gas a turn.
    function _burnDownTo(uint256 gasUnits) private view {
        while (gasleft() > gasUnits) {
            assembly {
                pop(sload(0))
            }
        }
    }
}

/// @title At any gas limit a cancel sends all NFTs home or none, if each takes what is granted or less.
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

    function test_TheFirstOfSeveralIsNotLeftBehindAlone() public {
        bytes32 id = offerLists(repeat(address(choosy), 3), range(1, 3), list(address(dogs)), list(1));
        choosy.want(300_000);
        choosy.wantOnlyFor(1);
        _sweep(id, 3, 250_000, 900_000, 10_000);
    }

    /// @dev That nothing stayed needs no proof by gas, also where the balance does not show it.
    function test_SeveralWhoseBalanceIsSilentGoHomeWithLittleGas() public {
        TrickNft tricks = new TrickNft();
        for (uint256 id = 1; id <= 3; ++id) {
            tricks.mint(alice, id);
        }
        approveAll(address(tricks));
        bytes32 offer = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setBalanceBreaks(true);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 330_000}(offer);
        assertHolds(alice, address(tricks), 3);
    }

    function test_OneThatTakesAllThatIsGrantedGoesHome() public {
        bytes32 id = offerOne(address(choosy), 1, address(dogs), 1);
        choosy.want(396_500); // and 2,700 until it looks
        _sweep(id, 1, 400_000, 600_000, 500);
    }

    /// @dev The transfer has all that it is granted, but what is left may be too little for the answer: then silence
    /// does not count as "still here".
    function test_OneIsNotKeptBecauseTheQuestionGotTooLittle() public {
        HungryNft hungry = _hungry();
        bytes32 id = offerOne(address(hungry), 1, address(dogs), 1);
        hungry.starve();
        _sweep(hungry, id, 1, 405_000, 600_000, 500);
    }

    function test_OneOfSeveralIsNotKeptBecauseTheQuestionGotTooLittle() public {
        HungryNft hungry = _hungry();
        bytes32 id = offerLists(list(address(hungry), address(cats)), list(1, 1), list(address(dogs)), list(1));
        hungry.starve();
        _sweep(hungry, id, 1, 405_000, 700_000, 500);
    }

    /// @dev However little a share of the gas would be, a claim grants what a cancel does.
    function test_AClaimGrantsNoLessThanACancel() public {
        bytes32 id = offerLists(repeat(address(choosy), 3), range(1, 3), list(address(dogs)), list(1));
        choosy.want(10_000_000);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 3_000_000}(id);
        assertEq(escrow.custodyOf(address(choosy), 1), id, "held");
        choosy.want(300_000);
        escrow.claimReturned{gas: 800_000}(id);
        for (uint256 nft = 1; nft <= 3; ++nft) {
            assertHolds(alice, address(choosy), nft);
        }
    }

    /// @dev 400,000 behind the 63/64 that a call can pass on, and 5,000 to get there.
    function test_HowMuchIsNeededIsToldExactly() public {
        bytes32 id = offerOne(address(choosy), 1, address(dogs), 1);
        choosy.want(10_000_000);
        vm.prank(alice);
        (bool done, bytes memory answer) =
            address(escrow).call{gas: 300_000}(abi.encodeCall(escrow.cancelSwapOffer, (id)));
        assertTrue(!done && bytes4(answer) == E.NotEnoughGas.selector, "refused");
        (uint256 available, uint256 needed) = abi.decode(_arguments(answer), (uint256, uint256));
        assertEq(needed, uint256(400_000 * 64) / 63 + 5_000, "needed");
        assertTrue(available > 250_000 && available < 300_000, "available");
    }

    function _arguments(bytes memory answer) private pure returns (bytes memory made) {
        made = new bytes(answer.length - 4);
        for (uint256 i; i < made.length; ++i) {
            made[i] = answer[i + 4];
        }
    }

    function _hungry() private returns (HungryNft hungry) {
        hungry = new HungryNft();
        hungry.mint(alice, 1);
        approveAll(address(hungry));
    }

    function _sweep(bytes32 id, uint256 count, uint256 from, uint256 to, uint256 step) private {
        _sweep(choosy, id, count, from, to, step);
    }

    function _sweep(PlainNft nfts, bytes32 id, uint256 count, uint256 from, uint256 to, uint256 step) private {
        for (uint256 gasLimit = from; gasLimit < to; gasLimit += step) {
            vm.prank(alice);
            (bool done,) = address(escrow).call{gas: gasLimit}(abi.encodeCall(escrow.cancelSwapOffer, (id)));
            for (uint256 nft = 1; nft <= count; ++nft) {
                assertEq(escrow.custodyOf(address(nfts), nft), done ? bytes32(0) : id, "held");
                if (done) assertHolds(alice, address(nfts), nft);
            }
            if (done) return;
        }
        revert Expected("that it works with enough gas");
    }
}

/// @title The unit of gas at which a refusal begins to count.
contract GasEdgesTest is CoinWalletTest {
    uint256 private constant FOR_A_TRANSFER = uint256(400_000 * 64) / 63 + 5_000;
    uint256 private constant FOR_AN_ANSWER = uint256(100_000 * 64) / 63 + 5_000;
    uint256 private constant FOR_A_PAYMENT = uint256(50_000 * 64) / 63 + 40_000;

    TrickNft private tricks;

    function setUp() public override {
        super.setUp();
        tricks = new TrickNft();
        approveAll(address(tricks));
        for (uint256 id = 1; id <= 3; ++id) {
            tricks.mint(alice, id);
        }
    }

    function test_ATransferOfOne() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setTrick(1, Trick.Refuse);
        _edge(alice, 0, abi.encodeCall(escrow.cancelSwapOffer, (id)), FOR_A_TRANSFER);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    function test_ATransferOfOneBesideAnother() public {
        bytes32 id = offerLists(list(address(cats), address(tricks)), list(1, 1), list(address(dogs)), list(1));
        tricks.setTrick(1, Trick.Refuse);
        _edge(alice, 0, abi.encodeCall(escrow.cancelSwapOffer, (id)), FOR_A_TRANSFER);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    function test_ATransferOfSeveral() public {
        bytes32 id = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setTrick(3, Trick.Refuse);
        _edge(alice, 0, abi.encodeCall(escrow.cancelSwapOffer, (id)), FOR_A_TRANSFER);
        assertEq(escrow.custodyOf(address(tricks), 3), id, "held");
    }

    /// @dev The transfer burns all it is given, so that the gas for the answer is what is short.
    function test_AnAnswer() public {
        bytes32 id = offerOne(address(tricks), 1, address(dogs), 1);
        tricks.setTrick(1, Trick.BurnGas);
        tricks.setOwnerOfBreaks(true);
        _edge(alice, 0, abi.encodeCall(escrow.cancelSwapOffer, (id)), FOR_AN_ANSWER);
        assertEq(escrow.custodyOf(address(tricks), 1), id, "held");
    }

    /// @dev A question that burns takes what is granted for an answer, and leaves gas for all that follow.
    function test_AnswersThatBurnLeaveTheRest() public {
        bytes32 id = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setAnswersBurn(true);
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 1_200_000}(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertEq(escrow.custodyOf(address(tricks), i), id, "not seen to leave");
        }
    }

    function test_AnswersThatBurnFromTheTransferOnLeaveTheRest() public {
        bytes32 id = offerLists(repeat(address(tricks), 3), range(1, 3), list(address(dogs)), list(1));
        tricks.setHook(Hook.Transfer, address(tricks), abi.encodeCall(tricks.setAnswersBurn, (true)));
        vm.prank(alice);
        escrow.cancelSwapOffer{gas: 1_200_000}(id);
        for (uint256 i = 1; i <= 3; ++i) {
            assertEq(escrow.custodyOf(address(tricks), i), id, "not seen to leave");
        }
    }

    function test_APayment() public {
        bytes32 id = _walletSells(60);
        wallet.setManner(Manner.Refuses);
        _edge(bob, FEE + ASKED, abi.encodeCall(escrow.acceptSwapOffer, (id)), FOR_A_PAYMENT);
        assertEq(escrow.coinsOwed(address(wallet)), ASKED, "owed");
    }

    /// @dev Both refuse, so the log has both in the order in which they were paid.
    function test_TheCreatorIsPaidBeforeTheRecipient() public {
        bytes32 id = _walletOffers(60);
        wallet.setManner(Manner.Refuses);
        vm.etch(bob, hex"5f5ffd");
        vm.recordLogs();
        acceptFor(id, ASKED);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 last = logs.length - 1;
        assertEq(logs[last - 1].topics[2], bytes32(uint256(uint160(address(wallet)))), "first");
        assertEq(logs[last].topics[2], bytes32(uint256(uint160(bob))), "then");
    }

    /// @dev One unit below `needed` reverts, and exactly `needed` succeeds.
    function _edge(address caller, uint256 value, bytes memory call, uint256 needed) private {
        uint256 gasLimit = 20_000;
        uint256 available;
        for (; available == 0; gasLimit += 5_000) {
            available = _availableAt(caller, value, call, gasLimit, needed);
        }
        uint256 enough = gasLimit - 5_000 + needed - available;
        assertEq(_availableAt(caller, value, call, enough - 1, needed), needed - 1, "one too few");
        vm.prank(caller);
        (bool ok,) = address(escrow).call{value: value, gas: enough}(call);
        assertTrue(ok, "just enough");
    }

    /// @return available From `NotEnoughGas` with this `needed`; 0 for other errors
    function _availableAt(address caller, uint256 value, bytes memory call, uint256 gasLimit, uint256 needed)
        private
        returns (uint256 available)
    {
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(escrow).call{value: value, gas: gasLimit}(call);
        assertTrue(!ok, "too little gas");
        if (bytes4(answer) != E.NotEnoughGas.selector) return 0;
        uint256 told;
        assembly {
            available := mload(add(answer, 0x24))
            told := mload(add(answer, 0x44))
        }
        if (told != needed) return 0;
    }
}
