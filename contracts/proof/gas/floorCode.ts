import type { Address, Nft } from '@parley/domain'
import { concatHex, numberToHex, size, toFunctionSelector, type Hex } from 'viem'

interface Transfer {
  readonly from: Address | 'caller' | 'self'
  readonly to: Address | 'caller' | 'self'
  readonly nft: Nft
}

interface Payment {
  readonly to: Transfer['to']
  readonly amountWei: bigint
}

interface FloorSwap {
  readonly creator: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly offeredWei: bigint
  readonly requestedWei: bigint
}

const transferFrom = toFunctionSelector('transferFrom(address,address,uint256)')
const mstore = '0x52'

function push(value: bigint | Hex): Hex {
  if (value === 0n) return '0x5f'
  const bytes =
    typeof value === 'bigint'
      ? numberToHex(value, { size: Math.max(1, Math.ceil(value.toString(16).length / 2)) })
      : value
  return concatHex([numberToHex(0x5f + size(bytes)), bytes])
}

function party(who: Transfer['from']): Hex {
  if (who === 'caller') return '0x33'
  return who === 'self' ? '0x30' : push(who)
}

/**
 * The call data is at 0: selector, from (4), to (36), id (68). Only what differs from the previous transfer is
 * written again.
 */
function transfers(list: readonly Transfer[], payments: readonly Payment[]): Hex {
  const code: Hex[] = [push(`${transferFrom}${'00'.repeat(28)}`), push(0n), mstore]
  let last: Transfer | undefined
  for (const transfer of list) {
    if (transfer.from !== last?.from) code.push(party(transfer.from), push(4n), mstore)
    if (transfer.to !== last?.to) code.push(party(transfer.to), push(36n), mstore)
    code.push(push(transfer.nft.tokenId), push(68n), mstore)
    // PUSH0 ×2 (no return data), length 100, offset 0, no value, collection, all gas, CALL, POP
    code.push('0x5f5f', push(100n), '0x5f5f', push(transfer.nft.contract), '0x5af150')
    last = transfer
  }
  for (const { to, amountWei } of payments) {
    // PUSH0 ×4 (no data either way), value, receiver, all gas, CALL, POP
    if (amountWei > 0n) code.push('0x5f5f5f5f', push(amountWei), party(to), '0x5af150')
  }
  return concatHex([...code, '0x00'])
}

/** Jumps to the part whose index is the length of the call data. */
function dispatch(parts: readonly Hex[]): Hex {
  const headSize = parts.length * 8
  let at = headSize
  const heads: Hex[] = []
  const bodies: Hex[] = []
  for (const [index, part] of parts.entries()) {
    // CALLDATASIZE, PUSH1 index, EQ, PUSH2 target, JUMPI
    heads.push(
      concatHex(['0x36', push(numberToHex(index, { size: 1 })), '0x14', push(numberToHex(at, { size: 2 })), '0x57']),
    )
    const body = concatHex(['0x5b', part])
    bodies.push(body)
    at += size(body)
  }
  return concatHex([...heads, ...bodies])
}

/**
 * The floor of a swap: creation code of a contract that does the required transfers and payments and nothing else.
 * Parties, NFTs and sums are hard-coded; nothing is checked, stored or emitted. Call data of 0 bytes creates, of 1
 * accepts, of 2 cancels.
 */
export function floorCode(swap: FloorSwap): Hex {
  const runtime = dispatch([
    transfers(
      swap.offered.map((nft) => ({ from: 'caller', to: 'self', nft })),
      [],
    ),
    transfers(
      [
        ...swap.requested.map((nft) => ({ from: 'caller', to: swap.creator, nft }) as const),
        ...swap.offered.map((nft) => ({ from: 'self', to: 'caller', nft }) as const),
      ],
      [
        { to: swap.creator, amountWei: swap.requestedWei },
        { to: 'caller', amountWei: swap.offeredWei },
      ],
    ),
    transfers(
      swap.offered.map((nft) => ({ from: 'self', to: 'caller', nft })),
      [{ to: 'caller', amountWei: swap.offeredWei }],
    ),
  ])
  const length = push(numberToHex(size(runtime), { size: 2 }))
  // PUSH2 length, DUP1, PUSH1 offset of the runtime, PUSH0, CODECOPY, PUSH0, RETURN
  return concatHex([length, '0x8060', numberToHex(10, { size: 1 }), '0x5f395ff3', runtime])
}
