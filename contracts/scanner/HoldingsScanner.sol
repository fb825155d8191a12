// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Reads who owns what in one collection, many tokens in one `eth_call`. It is never deployed: its runtime code is sent with
/// the call, either as the creation code of a transaction that is never mined (arguments behind the code, call data empty)
/// or as a state override (arguments as call data). Both ways run the very same bytes.
///
/// Arguments, six words: job, collection, holder, from, to (inclusive), maxBytes.
///   job 0  ids in from..to whose `ownerOf` is the holder          item: id − from, 4 bytes
///   job 1  the holder's tokens by `tokenOfOwnerByIndex`, indices from..to      item: id, 32 bytes
///   job 2  owners of the ids from..to                             item: owner or zero, 20 bytes
///   job 3  every token by `tokenByIndex`, indices from..to    item: id and owner, 52 bytes
///
/// Answer: word 0 is status << 248 | block number, word 1 the id or index to go on with, word 2 the holder's balance
/// (jobs 0 and 1) or the supply (job 3), then the items. The answer never starts with 0xEF and stays below `maxBytes`,
/// since as creation code it may be neither longer than 24,576 bytes nor start with that byte.
///
/// Status: 0 read as far as word 1 says; 1 no contract at that address; 2 balanceOf or totalSupply failed;
/// 3 a token's answer was no address; 4 a single token's answer ran out of gas.
contract HoldingsScanner {
    fallback() external payable {
        assembly {
            // 0x00 arguments, 0xdc a call's selector and arguments, 0x120 its answer, 0x140 our answer.
            switch calldatasize()
            case 0 { codecopy(0, sub(codesize(), 0xc0), 0xc0) }
            default { calldatacopy(0, 0, 0xc0) }

            function finish(status, next, total, end) {
                mstore(0x140, or(shl(248, status), number()))
                mstore(0x160, next)
                mstore(0x180, total)
                return(0x140, sub(end, 0x140))
            }

            // 0: answered with a word, 2: reverted, 3: answered nonsense, 4: used up its gas.
            function ask(size) -> problem, word {
                let before := gas()
                let ok := staticcall(400000, mload(0x20), 0xdc, size, 0x120, 0x20)
                switch ok
                case 0 {
                    problem := 2
                    // The called code left nothing of what it was given: that says nothing about the token.
                    if gt(sub(before, gas()), 399000) { problem := 4 }
                }
                default {
                    word := mload(0x120)
                    if lt(returndatasize(), 0x20) { problem := 3 }
                }
            }

            function ownerOf(id) -> problem, owner {
                mstore(0xc0, 0x6352211e)
                mstore(0xe0, id)
                problem, owner := ask(0x24)
                if shr(160, owner) { problem := 3 }
                if problem { owner := 0 }
            }

            let job := mload(0x00)
            let index := mload(0x60)
            let last := mload(0x80)
            let end := 0x1a0
            let total := 0
            let left := not(0)
            if iszero(extcodesize(mload(0x20))) { finish(1, index, 0, end) }

            // Jobs 0 and 1 ask for the holder's balance, job 3 for the supply.
            if iszero(eq(job, 2)) {
                let size := 0x24
                mstore(0xe0, mload(0x40))
                switch job
                case 3 {
                    mstore(0xc0, 0x18160ddd)
                    size := 0x04
                }
                default { mstore(0xc0, 0x70a08231) }
                let problem
                problem, total := ask(size)
                if problem { finish(2, index, 0, end) }
                left := total
                if iszero(total) { finish(0, add(last, 1), 0, end) }
                // Jobs 1 and 3 walk indices, which end with the total.
                if and(and(job, 1), lt(sub(total, 1), last)) { last := sub(total, 1) }
            }

            for {} iszero(gt(index, last)) { index := add(index, 1) } {
                // Enough for one more token, and for 200 gas a byte where the answer counts as deployed code.
                if lt(gas(), add(900000, mul(220, sub(end, 0x140)))) { break }
                if gt(add(sub(end, 0x140), 52), mload(0xa0)) { break }

                let problem := 0
                let id := index
                if and(job, 1) {
                    let size := 0x24
                    switch job
                    case 1 {
                        mstore(0xc0, 0x2f745c59)
                        mstore(0xe0, mload(0x40))
                        mstore(0x100, index)
                        size := 0x44
                    }
                    default {
                        mstore(0xc0, 0x4f6ccce7)
                        mstore(0xe0, index)
                    }
                    problem, id := ask(size)
                    if problem { finish(add(3, eq(problem, 4)), index, total, end) }
                    mstore(end, id)
                    end := add(end, 0x20)
                    if eq(job, 1) { continue }
                }

                let owner
                problem, owner := ownerOf(id)
                if gt(problem, 2) { finish(problem, index, total, end) }
                if job {
                    mstore(end, shl(96, owner))
                    end := add(end, 20)
                    continue
                }
                if eq(owner, mload(0x40)) {
                    mstore(end, shl(224, sub(id, mload(0x60))))
                    end := add(end, 4)
                    left := sub(left, 1)
                    // The balance is found: no id behind this one can be the holder's.
                    if iszero(left) {
                        index := add(last, 1)
                        break
                    }
                }
            }
            finish(0, index, total, end)
        }
    }
}
