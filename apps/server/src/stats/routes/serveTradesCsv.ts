import type { Collection } from '@parley/domain'
import { statsCsvPath } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { ReadStats } from './statsHandlers.ts'
import { tradesCsv } from './tradesCsv.ts'

/** Serves the trade list as CSV. */
export function serveTradesCsv(read: ReadStats, collections: readonly Collection[]): (app: FastifyInstance) => void {
  return (app) => {
    app.get(statsCsvPath, async (_request, reply) => {
      const { stats, trades } = await read()
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="trades-${stats.lastUpdated.slice(0, 10)}.csv"`)
        .send(tradesCsv(trades, collections))
    })
  }
}
