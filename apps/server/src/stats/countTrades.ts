import { createTradeCounter, tradeOf, type OfferId, type Trade, type TradeStats } from '@parley/domain'
import type { BlockRef } from '../indexer/logConsumer.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { ExplorerError } from './explorer/ExplorerError.ts'
import type { StatsSource } from './StatsSource.ts'

/** The result of a count. */
export interface CountedTrades {
  readonly stats: TradeStats
  /** The last seven days, newest first. */
  readonly recent: readonly Trade[]
  /** Completed trades missing from the first source but present in the second. */
  readonly completedFromSecond: number
}

/** Counts all trades of one source as of a block. */
export async function countTrades(source: StatsSource, at: BlockRef, signal: AbortSignal): Promise<CountedTrades> {
  const counter = createTradeCounter(at.timeS)
  for await (const offers of source.offersAt(at, signal)) for (const offer of offers) counter.add(tradeOf(offer))
  signal.throwIfAborted()
  return { stats: counter.stats(), recent: counter.recent(), completedFromSecond: 0 }
}

/**
 * Counts the explorer's trades and adds those only in the index: made through other contracts, or too new.
 *
 * @throws {ExplorerError} `contradicted` if the two disagree about a trade.
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

/** Of two records of an offer, the one that knows its outcome. */
function agreed(listed: StoredOffer, indexed: StoredOffer): StoredOffer {
  const [one, other] = [listed.settlement, indexed.settlement]
  const settledAlike = !one || !other || (one.kind === other.kind && (other.atS === null || one.atS === other.atS))
  if (listed.createdAtS !== indexed.createdAtS || !settledAlike)
    throw new ExplorerError('contradicted', `explorer and index tell different things of offer ${indexed.id}`)
  return one ? listed : indexed
}
