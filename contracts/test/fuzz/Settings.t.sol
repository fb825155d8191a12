// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OFFERS_BIT, SPENT_BIT, Settings} from "../../src/Settings.sol";

/// @title What the packed settings promise for any word. The model checker can't prove it: docs/security.md.
contract SettingsFuzzTest {
    uint256 private constant MAX_COINS = type(uint256).max >> 130;

    function testFuzz_AFeeIsReadAsWritten(Settings before, uint96 feeWei) public pure {
        assert(before.withFee(feeWei).feeOf() == feeWei);
    }

    function testFuzz_AFeeLeavesCoinsAlone(Settings before, uint96 feeWei) public pure {
        assert(before.withFee(feeWei).coinsOf() == before.coinsOf());
    }

    function testFuzz_AFeeLeavesTheCountAlone(Settings before, uint96 feeWei) public pure {
        assert(before.withFee(feeWei).offersCreatedOf() == before.offersCreatedOf());
    }

    function testFuzz_AFeeLeavesThePauseAlone(Settings before, uint96 feeWei) public pure {
        assert(before.withFee(feeWei).isPaused() == before.isPaused());
    }

    function testFuzz_CoinsAreAdded(Settings before, uint96 amountWei) public pure {
        if (before.coinsOf() > MAX_COINS - amountWei) return;
        assert(before.withMoreCoins(amountWei).coinsOf() == before.coinsOf() + amountWei);
    }

    function testFuzz_CoinsAreTakenAway(Settings before, uint96 amountWei) public pure {
        if (before.coinsOf() < amountWei) before = before.withMoreCoins(amountWei);
        assert(before.withLessCoins(amountWei).coinsOf() == before.coinsOf() - amountWei);
    }

    function testFuzz_CoinsLeaveTheRestAlone(Settings before, uint96 amountWei) public pure {
        if (before.coinsOf() < amountWei) before = before.withMoreCoins(amountWei);
        Settings less = before.withLessCoins(amountWei);
        assert(less.feeOf() == before.feeOf());
        assert(less.offersCreatedOf() == before.offersCreatedOf());
        assert(less.isPaused() == before.isPaused());
    }

    function testFuzz_OffersAreCountedByOne(Settings before) public pure {
        before = _open(before);
        if (before.offersCreatedOf() == type(uint32).max) return;
        Settings afterwards = before.withOneMoreOffer();
        assert(afterwards.offersCreatedOf() == before.offersCreatedOf() + 1);
        assert(afterwards.isOpen());
    }

    function testFuzz_NoOfferFollowsTheLastNumber(Settings before) public pure {
        before = Settings.wrap(Settings.unwrap(_open(before)) | (uint256(type(uint32).max) << OFFERS_BIT));
        assert(!before.withOneMoreOffer().isOpen());
    }

    function testFuzz_ThePauseIsReadAsWritten(Settings before, bool paused) public pure {
        assert(before.withPaused(paused).isPaused() == paused);
    }

    function testFuzz_ThePauseLeavesTheRestAlone(Settings before, bool paused) public pure {
        Settings afterwards = before.withPaused(paused);
        assert(afterwards.feeOf() == before.feeOf());
        assert(afterwards.offersCreatedOf() == before.offersCreatedOf());
        assert(afterwards.coinsOf() == before.coinsOf());
    }

    function _open(Settings settings) private pure returns (Settings) {
        return Settings.wrap(Settings.unwrap(settings.withPaused(false)) & ~(uint256(1) << SPENT_BIT));
    }
}
