// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ISwapEscrowErrors} from "../../src/ISwapEscrowErrors.sol";

/// @notice What a collection does when it is asked to move an NFT.
enum Trick {
    Honest,
    Silent, // reports success and moves nothing
    Refuse,
    BurnGas,
    HugeAnswer, // moves, and answers 500 kB
    HugeRefusal, // refuses with 500 kB
    NeedsMuchGas, // moves, if it is given 1,050,000 gas
    SwallowsRefusal // tries with the gas it has, and reports success either way
}

/// @notice Where a collection can call back.
enum Hook {
    Transfer,
    OwnerOf,
    BalanceOf,
    SupportsInterface
}

/// @notice A collection that can be told to misbehave, NFT by NFT, and to call back from inside each of its functions.
contract TrickNft is ERC721("Trick", "TRICK") {
    mapping(uint256 id => Trick) public trickOf;
    mapping(address account => bool) public blocked;
    mapping(Hook hook => bool) public hooked;
    address public hookTarget;
    bytes public hookData;
    bool public expectsReentered;

    /// @notice Gas that each answer takes, besides its own.
    uint256 public ownerOfCost;
    uint256 public balanceCost;
    bool public answersBurn;
    bool public ownerOfBreaks;
    bool public ownerOfShort;
    mapping(uint256 id => address) public ownerLie;
    bool public balanceBreaks;
    uint256 public balanceAdded;
    bool public noErc721;
    uint256 private burned;

    error HookSucceeded(bytes data);
    error HookFailedOtherwise(bytes answer);
    error Blocked(address account);
    error Refused(uint256 id);

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function burn(uint256 id) external {
        _burn(id);
    }

    /// @notice What an upgradeable collection's admin can do.
    function seize(uint256 id, address to) external {
        _update(to, id, address(0));
    }

    function setTrick(uint256 id, Trick trick) external {
        trickOf[id] = trick;
    }

    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    function setAnswerCosts(uint256 ownerOf_, uint256 balanceOf_) external {
        (ownerOfCost, balanceCost) = (ownerOf_, balanceOf_);
    }

    function setAnswersBurn(bool value) external {
        answersBurn = value;
    }

    function setOwnerOfBreaks(bool value) external {
        ownerOfBreaks = value;
    }

    function setOwnerOfShort(bool value) external {
        ownerOfShort = value;
    }

    function setOwnerLie(uint256 id, address value) external {
        ownerLie[id] = value;
    }

    function setBalanceBreaks(bool value) external {
        balanceBreaks = value;
    }

    function setBalanceAdded(uint256 value) external {
        balanceAdded = value;
    }

    function setNoErc721(bool value) external {
        noErc721 = value;
    }

    /// @notice Call `target` with `data` from `hook`, and break down unless the answer is `Reentered`.
    function setReentry(Hook hook, address target, bytes calldata data) external {
        hooked[hook] = true;
        hookTarget = target;
        hookData = data;
        expectsReentered = true;
    }

    /// @notice Call `target` with `data` from `hook` before moving; it has to succeed.
    function setHook(Hook hook, address target, bytes calldata data) external {
        hooked[hook] = true;
        hookTarget = target;
        hookData = data;
        expectsReentered = false;
    }

    function clearHook(Hook hook) external {
        hooked[hook] = false;
    }

    function transferFrom(address from, address to, uint256 id) public override {
        if (hooked[Hook.Transfer]) {
            (bool ok, bytes memory answer) = hookTarget.call(hookData);
            _checkHook(ok, answer);
        }
        if (blocked[from]) revert Blocked(from);
        if (blocked[to]) revert Blocked(to);
        Trick trick = trickOf[id];
        if (trick == Trick.Silent) return;
        if (trick == Trick.Refuse) revert Refused(id);
        if (trick == Trick.BurnGas) _burnGas();
        if (trick == Trick.HugeRefusal) _answer(true);
        if (trick == Trick.NeedsMuchGas && gasleft() < 1_050_000) revert Refused(id);
        if (trick == Trick.SwallowsRefusal) {
            try this.moveFor{gas: gasleft()}(msg.sender, from, to, id) {} catch {}
            return;
        }
        super.transferFrom(from, to, id);
        if (trick == Trick.HugeAnswer) _answer(false);
    }

    /// @dev Takes about 200,000 gas.
    function moveFor(address operator, address from, address to, uint256 id) external {
        require(msg.sender == address(this), "only from here");
        for (uint256 i; i < 9; ++i) {
            burned = gasleft() | (i << 128);
        }
        _update(to, id, operator);
        require(_ownerOf(id) != from, "stayed");
    }

    function ownerOf(uint256 id) public view override returns (address) {
        if (hooked[Hook.OwnerOf]) _staticHook();
        if (answersBurn) _burnGas();
        _spend(ownerOfCost);
        if (ownerOfBreaks) revert Refused(id);
        if (ownerOfShort) {
            assembly {
                return(0, 8)
            }
        }
        if (ownerLie[id] != address(0)) return ownerLie[id];
        return super.ownerOf(id);
    }

    function balanceOf(address account) public view override returns (uint256) {
        if (hooked[Hook.BalanceOf]) _staticHook();
        if (answersBurn) _burnGas();
        _spend(balanceCost);
        if (balanceBreaks) revert Refused(0);
        return super.balanceOf(account) + balanceAdded;
    }

    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        if (hooked[Hook.SupportsInterface]) _staticHook();
        return !noErc721 && super.supportsInterface(interfaceId);
    }

    function _staticHook() private view {
        (bool ok, bytes memory answer) = hookTarget.staticcall(hookData);
        _checkHook(ok, answer);
    }

    function _checkHook(bool ok, bytes memory answer) private view {
        if (!expectsReentered) {
            if (!ok) revert HookFailedOtherwise(answer);
            return;
        }
        if (ok) revert HookSucceeded(answer);
        if (answer.length != 4 || bytes4(answer) != ISwapEscrowErrors.Reentered.selector) {
            revert HookFailedOtherwise(answer);
        }
    }

    /// @dev Without effect if nothing is asked for, so that a mute collection costs the test nothing.
    function _spend(uint256 gasUnits) private view {
        uint256 start = gasleft();
        while (start - gasleft() < gasUnits) {}
    }

    function _burnGas() private pure {
        assembly {
            invalid()
        }
    }

    function _answer(bool failing) private pure {
        assembly {
            if failing { revert(0x8000, 500000) }
            return(0x8000, 500000)
        }
    }
}
