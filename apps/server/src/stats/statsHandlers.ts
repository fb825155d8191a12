import { coinText, type Collection, collectionName } from '@parley/domain'
import { statsCsvPath, type tradeSorts, type WireStats, type WireTrade } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { within } from '../lib/async.ts'
import { csvLine } from '../lib/csv.ts'
import { createIndexSource, type StatsSources } from './takeStats.ts'
import { createStatsRefresher, type StatsRefresher } from './createStatsRefresher.ts'
import { createExplorerClient } from './explorer/createExplorerClient.ts'
import { createExplorerSource, createReceiptStore } from './explorer/createExplorerSource.ts'
import { readRefreshedAtMs, readRefreshState, readSnapshot, type Snapshot } from './statsStore.ts'

const defaultLimit = 20
/** How long the first visitors wait for the first numbers. */
const firstCountMs = 20_000

/** Caches the newest numbers. */
type ReadStats = () => Promise<Snapshot>

/** Reads changed numbers from the database, once for all requests. */
function createStatsReader(db: Queryable, refresher: Pick<StatsRefresher, 'refreshIfDue'>): ReadStats {
  let held: Snapshot | null = null

  async function newest(): Promise<Snapshot | null> {
    const refreshedAtMs = await readRefreshedAtMs(db)
    if (refreshedAtMs === null) return null
    if (held?.refreshedAtMs !== refreshedAtMs) held = await readSnapshot(db)
    return held
  }

  return async () => {
    const snapshot = (await newest()) ?? (await within(refresher.refreshIfDue(), firstCountMs, null).then(newest))
    if (snapshot === null) throw new HttpError(503, 'trades are not counted yet: ask again', { retryAfterS: 5 })
    return snapshot
  }
}

/** The newest numbers, and whether a refresh since has failed. */
async function readNumbers(db: Queryable, read: ReadStats): Promise<WireStats> {
  const { stats } = await read()
  const { failure } = await readRefreshState(db)
  const refreshFailure = failure && { reason: failure.reason, at: new Date(failure.atMs).toISOString() }
  return { success: true, ...stats, refreshFailure }
}

/** `GET /api/stats` and `GET /api/stats/trades`. */
export function statsHandlers(db: Queryable, read: ReadStats): Pick<Handlers, 'stats' | 'statsTrades'> {
  return {
    async stats() {
      return { status: 200, body: await readNumbers(db, read) }
    },
    async statsTrades({ query }) {
      const { stats, trades } = await read()
      const limit = Number(query.limit ?? defaultLimit)
      const pages = Math.max(1, Math.ceil(trades.length / limit))
      const page = Math.min(pages, Number(query.page ?? 1))
      const sorted = sortTrades(trades, { sort: query.sort ?? 'timestamp', order: query.order ?? 'desc' })
      return {
        status: 200,
        body: {
          success: true,
          trades: sorted.slice((page - 1) * limit, page * limit),
          total: trades.length,
          page,
          pages,
          lastUpdated: stats.lastUpdated,
        },
      }
    },
  }
}

export type TradeSort = (typeof tradeSorts)[number]

/** Sort key of a column. Addresses are lower-cased, since checksum case would distort the order. */
const keys: Readonly<Record<TradeSort, (trade: WireTrade) => string>> = {
  timestamp: (trade) => trade.timestamp,
  status: (trade) => trade.status,
  creator: (trade) => trade.creator.toLowerCase(),
  acceptor: (trade) => trade.acceptor?.toLowerCase() ?? '',
  offered: (trade) => sideText(trade.nftContractOffered, trade.tokenIdOffered, trade.coinsOffered),
  requested: (trade) => sideText(trade.nftContractRequested, trade.tokenIdRequested, trade.coinsRequested),
}

/** Ids and coins sort numerically; sides of coins alone come first. */
function sideText(contract: string | null, tokenId: string | null, coins: string): string {
  return `${contract?.toLowerCase() ?? ''}/${(tokenId ?? '').padStart(78, '0')}/${coins.padStart(78, '0')}`
}

/** Sorts trades; ties are newest first, so that pages never overlap. */
function sortTrades(
  trades: readonly WireTrade[],
  { sort, order }: { sort: TradeSort; order: 'asc' | 'desc' },
): readonly WireTrade[] {
  const key = keys[sort]
  const sign = order === 'asc' ? 1 : -1
  return trades
    .map((trade) => ({ trade, key: key(trade) }))
    .toSorted(
      (a, b) =>
        sign * compare(a.key, b.key) ||
        compare(b.trade.timestamp, a.trade.timestamp) ||
        compare(a.trade.offerId, b.trade.offerId),
    )
    .map(({ trade }) => trade)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The server's statistics module. */
export interface Stats {
  readonly refresher: StatsRefresher
  /** In milliseconds since 1970; null before the first count. */
  countedAtMs(): Promise<number | null>
  /** The newest numbers; null before the first count, which isn't waited for. */
  counted(): Promise<WireStats | null>
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
  const read = createStatsReader(db.readIndex, refresher)
  return {
    refresher,
    countedAtMs: () => readRefreshedAtMs(db.readIndex),
    counted: async () => ((await readRefreshedAtMs(db.readIndex)) === null ? null : readNumbers(db.readIndex, read)),
    handlers: statsHandlers(db.readIndex, read),
    csv: serveTradesCsv(read, config.deployment.collections),
  }
}

function statsSources({ config, db, chain }: Context): (chainKey: string) => Promise<StatsSources> {
  const { explorer: choice } = config.stats
  const index = createIndexSource(db.readIndex)
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

/** Serves the trade list as CSV. */
function serveTradesCsv(read: ReadStats, collections: readonly Collection[]): (app: FastifyInstance) => void {
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

const columns = [
  'offer',
  'status',
  'time',
  'creator',
  'recipient',
  'acceptor',
  'offered',
  'requested',
  'created',
  'expires',
  'transaction',
  'escrow',
] as const

/** The list as RFC 4180 CSV, one line per offer. */
export function tradesCsv(trades: readonly WireTrade[], collections: readonly Collection[]): string {
  const side = (contracts: readonly WireTrade['escrow'][], ids: readonly string[], coins: string) => {
    const nfts = contracts.map(
      (contract, index) => `${collectionName(collections, contract)} #${ids[index] ?? ''} (${contract})`,
    )
    return [...nfts, ...(coins === '0' ? [] : [coinText(BigInt(coins))])].join('; ')
  }
  const lines = trades.map((trade) => [
    trade.offerId,
    trade.status,
    trade.timestamp,
    trade.creator,
    trade.recipient,
    trade.acceptor ?? '',
    side(trade.nftContractsOffered, trade.tokenIdsOffered, trade.coinsOffered),
    side(trade.nftContractsRequested, trade.tokenIdsRequested, trade.coinsRequested),
    trade.createdAt,
    new Date(Number(trade.expiresAt) * 1000).toISOString(),
    trade.txHash,
    trade.escrow,
  ])
  return [columns, ...lines].map(csvLine).join('')
}
