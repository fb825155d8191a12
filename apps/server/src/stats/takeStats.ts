import { createTradeCounter, type OfferId, type Trade, tradeOf, type TradeStats } from '@parley/domain'
import { tradeToWire } from '@parley/protocol'
import type { Logger } from 'pino'
import type { Queryable } from '../db/schema.ts'
import type { BlockRef } from '../indexer/logConsumer.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { offerFromRow, type StoredOffer } from '../offers/storedOffer.ts'
import { ExplorerError } from './explorer/createExplorerClient.ts'
import type { Snapshot, StoredStats } from './statsStore.ts'

/** A source of all offers as of one block: the index or a block explorer. Their results are directly comparable. */
export interface StatsSource {
  /** Streams offers created up to block `at`, with later settlements ignored. */
  offersAt(at: BlockRef, signal: AbortSignal): AsyncIterable<readonly StoredOffer[]>
}

/** Limit of the trade list; keeps the newest. */
const maxListed = 5_000

export interface StatsSources {
  /** Null if none is configured. */
  readonly explorer: StatsSource | null
  readonly index: StatsSource
}

/** Counts from explorer and index, or from the index alone if the explorer is missing or fails (decision T1). */
export async function takeStats(
  sources: StatsSources,
  at: BlockRef,
  { log, signal }: { log: Pick<Logger, 'warn'>; signal: AbortSignal },
): Promise<Pick<Snapshot, 'stats' | 'trades'>> {
  const { explorer, index } = sources
  if (explorer !== null) {
    try {
      const counted = await countBoth({ explorer, index }, at, signal)
      return snapshotOf(counted, at, { source: 'explorer', explorerFailure: null })
    } catch (error) {
      if (!(error instanceof ExplorerError)) throw error
      log.warn({ reason: error.reason, err: error }, 'trades are counted from the index: the explorer failed')
      const counted = await countTrades(index, at, signal)
      return snapshotOf(counted, at, { source: 'index', explorerFailure: error.reason })
    }
  }
  return snapshotOf(await countTrades(index, at, signal), at, { source: 'index', explorerFailure: null })
}

function snapshotOf(
  { stats, recent, completedFromSecond }: CountedTrades,
  at: BlockRef,
  origin: Pick<StoredStats, 'source' | 'explorerFailure'>,
): Pick<Snapshot, 'stats' | 'trades'> {
  return {
    stats: {
      totalCompleted: stats.totalCompleted,
      last24Hours: stats.last24Hours,
      lastUpdated: new Date(at.timeS * 1000).toISOString(),
      block: at.number,
      completedFromIndex: completedFromSecond,
      days: [...stats.days],
      collections: [...stats.collections],
      ...origin,
    },
    trades: recent.slice(0, maxListed).map(tradeToWire),
  }
}

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

/** Small enough to answer requests in between. */
const offersAtOnce = 500

/** Offers from the index, which includes calls made through other contracts. */
export function createIndexSource(db: Queryable): StatsSource {
  return {
    async *offersAt(at, signal) {
      // Every id starts like this, so the database seeks by key instead of scanning.
      let after: OfferId = '0x'
      while (!signal.aborted) {
        const rows = await db
          .selectFrom('offers')
          .selectAll()
          .where('created_block', '<=', at.number)
          .where('id', '>', after)
          .orderBy('id')
          .limit(offersAtOnce)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        after = last.id
        await yieldToEventLoop()
        yield rows.map(offerFromRow).map((offer) => asOf(offer, at.number))
      }
    },
  }
}

/** The offer's state at a block. */
function asOf(offer: StoredOffer, block: number): StoredOffer {
  if (offer.settledBlock === null || offer.settledBlock <= block) return offer
  return { ...offer, settlement: null, settledBlock: null }
}
