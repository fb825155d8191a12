import type { Address } from '@parley/domain'
import { decodeEventLog, toEventSelector } from 'viem'
import { escrowCoinsAbi } from '../gen/escrowCoinsAbi.ts'
import type { EscrowLog } from './decodeEscrowLog.ts'

const coinEvents = ['CoinsOwed', 'OwedCoinsTaken'] as const

type CoinEventItem = Extract<(typeof escrowCoinsAbi)[number], { type: 'event'; name: (typeof coinEvents)[number] }>

function isCoinEvent(item: (typeof escrowCoinsAbi)[number]): item is CoinEventItem {
  return item.type === 'event' && coinEvents.some((name) => name === item.name)
}

const items: ReadonlyMap<string, CoinEventItem> = new Map(
  escrowCoinsAbi.filter(isCoinEvent).map((item) => [toEventSelector(item), item]),
)

/** Topics of the events about coins that a wallet refused. */
export const coinEventTopics: readonly `0x${string}`[] = escrowCoinsAbi
  .filter(isCoinEvent)
  .map((item) => toEventSelector(item))

/** Coins that a wallet refused are owed to it, until it takes them. */
export interface OwedCoinsChange {
  readonly kind: 'coinsOwed' | 'owedCoinsTaken'
  readonly account: Address
  readonly amountWei: bigint
}

/** Decodes an event about owed coins; null for any other event of the escrow. */
export function decodeCoinsLog(log: Pick<EscrowLog, 'topics' | 'data'>): OwedCoinsChange | null {
  const [topic, ...rest] = log.topics
  const item = topic && items.get(topic)
  if (!item) return null
  const { eventName, args } = decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data })
  const kind = eventName === 'CoinsOwed' ? 'coinsOwed' : 'owedCoinsTaken'
  return { kind, account: args.account, amountWei: args.amount }
}
