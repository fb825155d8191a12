import type { Address } from '@parley/domain'
import { concatHex, keccak256, numberToHex, type Hex } from 'viem'
import { bloomOf } from './bloomOf.ts'
import type { DraftLog } from './simLogs.ts'
import type { SimState } from './SimState.ts'

export interface SimLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: Hex
  readonly logIndex: Hex
  readonly removed: boolean
}

export interface SimTransaction {
  readonly hash: Hex
  readonly logs: readonly SimLog[]
}

export interface SimBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  /** Unix seconds. */
  readonly timeS: number
  readonly logsBloom: Hex
  readonly transactions: readonly SimTransaction[]
  readonly state: SimState
}

export interface BlockContent {
  readonly timeS: number
  /** The logs of each transaction. */
  readonly transactions: readonly (readonly DraftLog[])[]
  readonly state: SimState
  /** Makes the same content another block: a fork's. */
  readonly salt: number
}

/** Seals a block on top of its parent; the first has none. */
export function sealBlock(parent: SimBlock | undefined, { timeS, transactions, state, salt }: BlockContent): SimBlock {
  const number = parent === undefined ? 0 : parent.number + 1
  const parentHash: Hex = parent?.hash ?? `0x${'0'.repeat(64)}`
  const hash = keccak256(
    concatHex([
      parentHash,
      ...[number, timeS, salt, transactions.length].map((part) => numberToHex(part, { size: 8 })),
    ]),
  )
  let logIndex = 0
  const placed = transactions.map((logs, index): SimTransaction => {
    const transactionHash = keccak256(concatHex([hash, numberToHex(index, { size: 4 })]))
    const place = (log: DraftLog): SimLog => ({
      ...log,
      blockNumber: numberToHex(number),
      blockHash: hash,
      transactionHash,
      transactionIndex: numberToHex(index),
      logIndex: numberToHex(logIndex++),
      removed: false,
    })
    return { hash: transactionHash, logs: logs.map(place) }
  })
  const logsBloom = bloomOf(transactions.flat().flatMap(({ address, topics }) => [address, ...topics]))
  return { number, hash, parentHash, timeS, logsBloom, transactions: placed, state }
}
