// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CoinsTest} from "../base/CoinsTest.sol";
import {vm} from "../base/Vm.sol";

/// @title The terms of an offer, byte by byte, as they lie in its code. Nothing else tells whether the marks that make
/// reading cheap are set, or whether more is written than is needed.
contract LayoutTest is CoinsTest {
    uint256 private constant EXPIRES_AT = START + 1 days;

    function test_OneForOne() public {
        bytes32 id = offerOne(7, 9);
        bytes memory sides = abi.encodePacked(dogs, hex"8101", uint8(9), cats, hex"8101", uint8(7));
        _assertCode(id, (23 << 1) | 1, sides);
    }

    /// @dev The marks are packed beside the time, so terms are read at times whose bits look like marks.
    function test_TermsAreReadAtAnyTime() public {
        for (uint256 bit = 20; bit < 33; ++bit) {
            vm.warp((1 << bit) | (1 << 25));
            bytes32 id = offerOne(1, 1);
            assertEq(expiresAtOf(id), ((1 << bit) | (1 << 25)) + 1 days, "expiry");
            cancel(id);
            assertHolds(alice, address(cats), 1);
        }
    }

    function test_ShortUpTo170Bytes() public {
        for (uint256 i; i < 20; ++i) {
            cats.mint(alice, 70_000 + i);
            dogs.mint(bob, 300 + i);
        }
        address[] memory nfts = repeat(address(cats), 19);
        bytes32 last = offerLists(nfts, range(70_000, 19), repeat(address(dogs), 12), range(300, 12));
        assertEq(address(bytes20(last)).code.length, 171, "170 behind the first byte");
        assertEq(_marksOf(last), 1, "short");
        cancel(last);
        bytes32 beyond =
            offerLists(repeat(address(cats), 16), range(70_000, 16), repeat(address(dogs), 17), range(300, 17));
        assertEq(address(bytes20(beyond)).code.length, 172, "171");
        assertEq(_marksOf(beyond), 0, "long");
    }

    /// @dev Bits above the lowest say which sides have NFTs: here the offered one alone.
    function test_ShortUpTo170BytesWithCoins() public {
        address[] memory nfts = repeat(address(cats), 19);
        nfts[18] = address(dogs);
        for (uint256 i; i < 18; ++i) {
            cats.mint(alice, 70_000 + i);
        }
        dogs.mint(alice, 70_018);
        bytes32 last = offer(side(nfts, range(70_000, 19), 0), side(ASKED), bob);
        assertEq(address(bytes20(last)).code.length, 171, "170 behind the first byte");
        assertEq(_marksOf(last), (2 << 1) | 1, "short");
        cancel(last);
        nfts[17] = address(dogs);
        dogs.mint(alice, 1 << 24);
        uint256[] memory ids = range(70_000, 19);
        ids[17] = 1 << 24;
        bytes32 beyond = offer(side(nfts, ids, 0), side(ASKED), bob);
        assertEq(address(bytes20(beyond)).code.length, 173, "172");
        assertEq(_marksOf(beyond), 2 << 1, "long");
    }

    function _marksOf(bytes32 id) private view returns (uint256) {
        return uint8(address(bytes20(id)).code[41]) >> 1;
    }

    function test_IdsTakeTheBytesThatTheyNeed() public {
        for (uint256 width = 1; width <= 32; ++width) {
            uint256 first = 1 << (8 * (width - 1));
            uint256 last = width == 32 ? type(uint256).max : (first << 8) - 1;
            if (width > 1) cats.mint(alice, first);
            cats.mint(alice, last);
            for (uint256 i; i < 2; ++i) {
                bytes32 id = offerOne(address(cats), i == 0 ? first : last, address(dogs), 1);
                assertEq(address(bytes20(id)).code.length, 1 + 45 + 23 + 22 + width, "bytes");
                cancel(id);
            }
        }
    }

    /// @dev The mark reaches up to 63 bytes of requested side: 22 for a run, and its ids, all of one width.
    function test_OneForSeveral() public {
        bytes32 near = offerLists(list(address(cats)), list(1), repeat(address(dogs), 20), range(1, 20));
        _assertCode(near, (42 << 1) | 1, abi.encodePacked(dogs, hex"9401", _bytes(20), cats, hex"8101", uint8(1)));
        dogs.mint(bob, 1 << 159);
        dogs.mint(bob, 1 << 160);
        bytes32 last = offerLists(list(address(cats)), list(2), repeat(address(dogs), 2), list(1 << 159, 1));
        bytes memory ids = abi.encodePacked(uint160(1 << 159), uint160(1));
        _assertCode(last, (62 << 1) | 1, abi.encodePacked(dogs, hex"8214", ids, cats, hex"8101", uint8(2)));
        bytes32 beyond = offerLists(list(address(cats)), list(3), repeat(address(dogs), 2), list(1 << 160, 1));
        ids = abi.encodePacked(uint168(1 << 160), uint168(1));
        _assertCode(beyond, 1, abi.encodePacked(dogs, hex"8215", ids, cats, hex"8101", uint8(3)));
    }

    function test_SeveralAreNotMarked() public {
        bytes32 id = offerMany(2);
        bytes memory sides = abi.encodePacked(dogs, hex"8201", hex"0102", cats, hex"8201", hex"0102");
        _assertCode(id, 1, sides);
        cats.mint(alice, 300);
        dogs.mint(alice, 300);
        bytes32 two = offerLists(list(address(cats), address(dogs)), list(300, 300), list(address(dogs)), list(3));
        _assertCode(
            two, 1, abi.encodePacked(dogs, hex"8101", hex"03", cats, hex"0102", hex"012c", dogs, hex"8102", hex"012c")
        );
    }

    function _bytes(uint256 count) private pure returns (bytes memory made) {
        for (uint256 i = 1; i <= count; ++i) {
            made = abi.encodePacked(made, uint8(i));
        }
    }

    function _assertCode(bytes32 id, uint256 marks, bytes memory sides) private view {
        uint40 header = uint40((marks << 33) | EXPIRES_AT);
        bytes memory expected = abi.encodePacked(hex"00", alice, bob, header, sides);
        assertEq(address(bytes20(id)).code.length, expected.length, "bytes");
        assertEq(keccak256(address(bytes20(id)).code), keccak256(expected), "code");
    }
}
