import {
  coinEventTopics,
  decodeCoinsLog,
  decodeEscrowLog,
  decodeOwnerLog,
  offerEventTopics,
  ownerEventTopics,
} from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import type { PublicClient } from 'viem'
import type { RawLog } from '../indexer/logConsumer.ts'
import { createRangeSize, smallerMayHelp } from '../indexer/checkpoints.ts'
import { isChecked, readRange } from '../indexer/reads/readLogs.ts'
import { ownerAlarm, returnAlarm, type Alarm } from './alarms.ts'
import type { LedgerEvent } from './coinLedger.ts'

export interface Checkpoint {
  readonly number: number
  readonly hash: `0x${string}`
}

/** The events of some blocks. */
export interface EventRange {
  readonly end: Checkpoint
  readonly logs: readonly RawLog[]
  /** Every log was verified against the block headers, so none is missing. */
  readonly isChecked: boolean
}

export interface EventReader {
  /** Reads the blocks after `from` up to `to`, or the first part of them. */
  read(from: Checkpoint, to: Checkpoint): Promise<EventRange>
}

const topics = [...offerEventTopics, ...ownerEventTopics, ...coinEventTopics]

export function createEventReader(chain: PublicClient, escrows: readonly EscrowDeployment[]): EventReader {
  const size = createRangeSize()
  const addresses = escrows.map(({ address }) => address)

  async function readPart(from: Checkpoint, to: Checkpoint): Promise<EventRange> {
    const range = { fromBlock: from.number + 1, toBlock: Math.min(to.number, from.number + size.blocks()) }
    const { logs, endHash } = await readRange(chain, { addresses, topics, ...range }, [from, to])
    size.grow()
    return { end: { number: range.toBlock, hash: endHash }, logs, isChecked: isChecked(range) }
  }

  return {
    async read(from, to) {
      for (;;) {
        try {
          return await readPart(from, to)
        } catch (error) {
          if (!smallerMayHelp(error) || !size.halve()) throw error
        }
      }
    },
  }
}

/** What one escrow's logs say. */
export interface EscrowNews {
  readonly alarms: readonly Alarm[]
  readonly events: readonly LedgerEvent[]
}

export function newsOf({ address, fromBlock }: EscrowDeployment, logs: readonly RawLog[]): EscrowNews {
  const alarms: Alarm[] = []
  const events: LedgerEvent[] = []
  for (const log of logs) {
    if (log.address !== address) continue
    const action = decodeOwnerLog(log)
    if (action !== null) {
      events.push({ of: 'owner', action })
      // The constructor sets fee and owner.
      if (action.block > fromBlock) alarms.push(ownerAlarm(address, action))
      continue
    }
    const change = decodeCoinsLog(log)
    if (change !== null) {
      events.push({ of: 'coins', change })
      continue
    }
    const event = decodeEscrowLog(log)
    if (event === null) continue
    events.push({ of: 'offer', event })
    if (event.kind === 'returnFailed') alarms.push(returnAlarm(event))
  }
  return { alarms, events }
}
