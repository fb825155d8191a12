import { tradeToWire } from '@parley/protocol'
import type { Logger } from 'pino'
import type { BlockRef } from '../indexer/logConsumer.ts'
import { countBoth, countTrades, type CountedTrades } from './countTrades.ts'
import { ExplorerError } from './explorer/ExplorerError.ts'
import type { Snapshot, StoredStats } from './statsStore.ts'
import type { StatsSource } from './StatsSource.ts'

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
