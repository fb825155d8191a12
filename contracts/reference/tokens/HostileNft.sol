// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";
import {ISwapEscrowErrors} from "../../src/ISwapEscrowErrors.sol";

/// @title A collection that keeps to ERC-721 or breaks it, as the test says, and changes its mind at any time.
/// @notice Without a constructor, so that its code can be put at any address. Anyone may do anything with it.
contract HostileNft {
    enum Transfers {
        Moves,
        Silent,
        Refuses,
        RefusesAtLength,
        BurnsGas,
        AnswersAtLength,
        Reenters,
        Steals
    }

    enum Answers {
        True,
        Silent,
        Fixed,
        Dear
    }

    error Refused();
    error NotHolder();
    error NotAllowed();
    error Blocked();

    address public constant THIEF = 0x000000000000000000000000000000000000dEaD;

    Transfers private _transfers;
    Answers private _owners;
    address private _fixedOwner;
    Answers private _balances;
    uint256 private _fixedBalance;
    bool private _hidesInterface;
    ISwapEscrow private _target;
    mapping(uint256 id => address) public holderOf;
    mapping(address holder => uint256) public countOf;
    mapping(address holder => mapping(address operator => bool)) public isApprovedForAll;
    mapping(address wallet => bool) public blocked;
    /// @notice A function of the escrow that let a call in from within a transfer; zero as it should be.
    bytes4 public breach;

    function setTransfers(Transfers manner, ISwapEscrow target) external {
        (_transfers, _target) = (manner, target);
    }

    function setOwners(Answers manner, address fixedOwner) external {
        (_owners, _fixedOwner) = (manner, fixedOwner);
    }

    function setBalances(Answers manner, uint256 fixedBalance) external {
        (_balances, _fixedBalance) = (manner, fixedBalance);
    }

    function setErc721(bool shown) external {
        _hidesInterface = !shown;
    }

    function setBlocked(address wallet, bool isBlocked) external {
        blocked[wallet] = isBlocked;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    /// @notice The collection's own power over its ledger: mints, and takes from any holder.
    function seize(uint256 id, address to) public {
        address from = holderOf[id];
        if (from != address(0)) --countOf[from];
        ++countOf[to];
        holderOf[id] = to;
    }

    function seizeMany(uint256 firstId, uint256 count, address to) external {
        for (uint256 id = firstId; id < firstId + count; ++id) {
            seize(id, to);
        }
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return !_hidesInterface && (id == 0x80ac58cd || id == 0x01ffc9a7);
    }

    function ownerOf(uint256 id) external view returns (address) {
        _answer(_owners);
        if (_owners == Answers.Fixed) return _fixedOwner;
        require(holderOf[id] != address(0));
        return holderOf[id];
    }

    function balanceOf(address holder) external view returns (uint256) {
        _answer(_balances);
        return _balances == Answers.Fixed ? _fixedBalance : countOf[holder];
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (_transfers == Transfers.Silent) return;
        if (_transfers == Transfers.Refuses) revert Refused();
        if (_transfers == Transfers.RefusesAtLength) _revertAtLength();
        if (_transfers == Transfers.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (holderOf[id] != from) revert NotHolder();
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed();
        if (blocked[from] || blocked[to]) revert Blocked();
        if (_transfers == Transfers.Reenters) _tryToEnter();
        seize(id, _transfers == Transfers.Steals ? THIEF : to);
        if (_transfers == Transfers.AnswersAtLength) {
            assembly ("memory-safe") {
                return(0, 20000)
            }
        }
    }

    /// @dev A dear answer takes more than a return is granted, and less than a claim with plenty of gas gives.
    function _answer(Answers manner) private view {
        require(manner != Answers.Silent);
        if (manner != Answers.Dear) return;
        uint256 start = gasleft();
        while (start - gasleft() < 130_000) {}
    }

    function _revertAtLength() private pure {
        assembly ("memory-safe") {
            for { let place := 0 } lt(place, 1000) { place := add(place, 32) } { mstore(place, not(0)) }
            revert(0, 1000)
        }
    }

    /// @dev Short calls of no gas worth speaking of: they have to bounce off the guard before anything else.
    function _tryToEnter() private {
        _tryToEnter(abi.encodeWithSignature("claimReturned(bytes32)", bytes32(0)));
        _tryToEnter(abi.encodeWithSignature("claimReturned(bytes32,uint256)", bytes32(0), 1));
        _tryToEnter(abi.encodeCall(ISwapEscrow.sendHome, (bytes32(0))));
        _tryToEnter(abi.encodeCall(ISwapEscrow.cancelSwapOffer, (bytes32(0))));
        _tryToEnter(abi.encodeCall(ISwapEscrow.acceptSwapOffer, (bytes32(0))));
        _tryToEnter(abi.encodeCall(ISwapEscrow.cancelExpiredOffer, (bytes32(0))));
        _tryToEnter(abi.encodeCall(ISwapEscrow.createSwapOffer, (address(this), 1, address(this), 2, 1)));
        _tryToEnter(abi.encodeCall(ISwapEscrow.withdrawFees, ()));
    }

    function _tryToEnter(bytes memory data) private {
        (bool entered, bytes memory answer) = address(_target).call(data);
        if (entered || bytes4(answer) != ISwapEscrowErrors.Reentered.selector) breach = bytes4(data);
    }
}
