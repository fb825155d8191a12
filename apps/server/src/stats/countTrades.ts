import { createTradeCounter, tradeOf, type OfferId, type Trade, type TradeStats } from '@parley/domain'
import type { BlockRef } from '../indexer/logConsumer.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { ExplorerError } from './explorer/ExplorerError.ts'
import type { StatsSource } from './StatsSource.ts'

/** What came of counting. */
export interface CountedTrades {
  readonly stats: TradeStats
  /** Of the last seven days, newest first. */
  readonly recent: readonly Trade[]
  /** Completed trades that the first source lacks and the second one has. */
  readonly completedFromSecond: number
}

/** Counts every trade of one source, as of a block. */
export async function countTrades(source: StatsSource, at: BlockRef, signal: AbortSignal): Promise<CountedTrades> {
  const counter = createTradeCounter(at.timeS)
  for await (const offers of source.offersAt(at, signal)) for (const offer of offers) counter.add(tradeOf(offer))
  signal.throwIfAborted()
  return { stats: counter.stats(), recent: counter.recent(), completedFromSecond: 0 }
}

/**
 * Counts what the explorer lists, completed by the index: trades made through other contracts, or too new for the explorer.
 *
 * @throws {ExplorerError} `contradicted` where both know a trade and tell different things of it.
 */
export async function countBoth(
  { explorer, index }: { explorer: StatsSource; index: StatsSource },
  at: BlockRef,
  signal: AbortSignal,
): Promise<CountedTrades> {
  const counter = createTradeCounter(at.timeS)
  const listed = new Map<OfferId, StoredOffer>()
  for await (const offers of explorer.offersAt(at, signal)) for (const offer of offers) listed.set(offer.id, offer)
  let completedFromSecond = 0
  for await (const offers of index.offersAt(at, signal)) {
    for (const offer of offers) {
      const other = listed.get(offer.id)
      listed.delete(offer.id)
      const trade = tradeOf(other ? agreed(other, offer) : offer)
      if (trade.status === 'completed' && !other?.settlement) completedFromSecond += 1
      counter.add(trade)
    }
  }
  for (const offer of listed.values()) counter.add(tradeOf(offer))
  signal.throwIfAborted()
  return { stats: counter.stats(), recent: counter.recent(), completedFromSecond }
}

/** One of two tellings of an offer: the one that knows how it ended. */
function agreed(listed: StoredOffer, indexed: StoredOffer): StoredOffer {
  const [one, other] = [listed.settlement, indexed.settlement]
  const settledAlike = !one || !other || (one.kind === other.kind && (other.atS === null || one.atS === other.atS))
  if (listed.createdAtS !== indexed.createdAtS || !settledAlike)
    throw new ExplorerError('contradicted', `explorer and index tell different things of offer ${indexed.id}`)
  return one ? listed : indexed
}
