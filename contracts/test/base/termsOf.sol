// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwapEscrow} from "../../src/ISwapEscrow.sol";

/// @notice What an offer was made with, which nothing changes: `A` is offered, `B` is asked for.
struct Terms {
    address creator;
    address recipient;
    address[] nftsA;
    uint256[] idsA;
    address[] nftsB;
    uint256[] idsB;
    uint256 expiresAt;
}

function termsOf(ISwapEscrow escrow, bytes32 id) view returns (Terms memory terms) {
    (terms.creator, terms.recipient, terms.nftsA, terms.idsA, terms.nftsB, terms.idsB, terms.expiresAt,) =
        escrow.getOfferDetails(id);
}
