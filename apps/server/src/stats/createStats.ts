import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { createIndexSource } from './createIndexSource.ts'
import { createStatsRefresher, type StatsRefresher } from './createStatsRefresher.ts'
import { createExplorerClient } from './explorer/createExplorerClient.ts'
import { createExplorerSource } from './explorer/createExplorerSource.ts'
import { createReceiptStore } from './explorer/receiptStore.ts'
import { serveTradesCsv } from './tradesCsv.ts'
import { createStatsReader, statsHandlers } from './statsHandlers.ts'
import type { StatsSources } from './takeStats.ts'

/** The server's statistics module. */
export interface Stats {
  readonly refresher: StatsRefresher
  readonly handlers: Pick<Handlers, 'stats' | 'statsTrades'>
  readonly csv: (app: FastifyInstance) => void
}

export function createStats(context: Context, indexer: Pick<Indexer, 'catchUp' | 'status'>): Stats {
  const { config, db } = context
  const refresher = createStatsRefresher({
    context,
    indexer,
    sourcesFor: statsSources(context),
    refreshMs: config.stats.refreshMs,
  })
  const read = createStatsReader(db.read, refresher)
  return {
    refresher,
    handlers: statsHandlers(db.read, read),
    csv: serveTradesCsv(read, config.deployment.collections),
  }
}

function statsSources({ config, db, chain }: Context): (chainKey: string) => Promise<StatsSources> {
  const { explorer: choice } = config.stats
  const index = createIndexSource(db.read)
  if (choice === null) return async () => ({ explorer: null, index })
  const explorer = createExplorerClient(choice)
  return async (chainKey) => {
    const receipts = createReceiptStore(db, chainKey)
    await receipts.forgetOthers()
    const { escrows } = config.deployment
    return {
      explorer: createExplorerSource({ explorer, chain, receipts, escrows, fromBlock: choice.fromBlock }),
      index,
    }
  }
}
