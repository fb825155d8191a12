import { Readable } from 'node:stream'
import type { Address, HistoryFilter, Nft } from '@parley/domain'
import { addressSchema, historyQuery, historyCsvPath, isoTime, offerToWire, type WireTrader, z } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type Handlers, parseInput } from '../http/bindRoutes.ts'
import { enforceLimit, HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { csvLine } from '../lib/csv.ts'
import { Occupancy } from '../limits/occupancy.ts'
import { readCursor, writeCursor } from '../offers/offerHandlers.ts'
import { historyColumns, historyLine } from './historyCsv.ts'
import { readFeeChanges } from './paidFees.ts'
import { readHistory } from './readHistory.ts'
import {
  acceptableOffers,
  completedOffers,
  countAcceptable,
  countTrades,
  countTradesBetween,
  seenTimes,
} from './traderStore.ts'

type TraderRoutes = 'trader' | 'tradesWith' | 'traderOffers' | 'traderHistory'

/** The pages of traders: their routes, and histories as CSV (decision I4). */
export interface Traders {
  readonly handlers: Pick<Handlers, TraderRoutes>
  readonly csv: (app: FastifyInstance) => void
  /** A trader, and what changed hands in the newest trades that the page lists. */
  read(address: Address): Promise<{ readonly trader: WireTrader; readonly moved: readonly Nft[] }>
}

/** Completed trades that a trader's page lists. */
const newestTrades = 5
const defaultLimit = 20
const maxCollections = 50

export function createTraders(context: Context, indexer: Pick<Indexer, 'status'>): Traders {
  const db = context.db.readIndex
  // Chain time decides (decision K4); this server's own clock only until the chain has been heard.
  const nowS = (): number => indexer.status().head?.timeS ?? Math.floor(Date.now() / 1000)
  const readTrader = async (address: Address): Promise<WireTrader> => {
    const [openOffers, trades, seen] = await Promise.all([
      countAcceptable(db, address, nowS()),
      countTrades(db, address),
      seenTimes(db, address),
    ])
    return {
      success: true,
      address,
      openOffers,
      completedTrades: trades.completed,
      collections: trades.collections.slice(0, maxCollections).map((row) => ({ ...row })),
      collectionCount: trades.collections.length,
      firstSeen: seen && isoTime(seen.firstS),
      lastSeen: seen && isoTime(seen.lastS),
    }
  }
  return {
    async read(address) {
      const [trader, newest] = await Promise.all([
        readTrader(address),
        completedOffers(db, { wallet: address }, { after: null, limit: newestTrades }),
      ])
      return { trader, moved: newest.flatMap(({ offered, requested }) => [...offered, ...requested]) }
    },
    handlers: {
      async trader({ params: { address } }) {
        // Offers expire.
        return { status: 200, body: await readTrader(address), about: address, lastsMs: 1_000 }
      },
      async tradesWith({ params: { address, other } }) {
        const completedTrades = await countTradesBetween(db, address, other)
        return { status: 200, body: { success: true, completedTrades }, about: other }
      },
      async traderOffers({ params: { address }, query: { cursor, limit = defaultLimit } }) {
        const after = cursor === undefined ? null : readCursor(cursor)
        const most = Number(limit)
        const found = await acceptableOffers(db, { creator: address, nowS: nowS() }, { after, limit: most + 1 })
        const last = found[most - 1]
        const nextCursor = found.length > most && last ? writeCursor(last) : null
        return {
          status: 200,
          body: { success: true, offers: found.slice(0, most).map(offerToWire), nextCursor },
        }
      },
      async traderHistory({ params: { address: wallet }, query: { cursor, limit = defaultLimit, ...wanted } }) {
        const filter = toFilter(wanted)
        const page = await readHistory(db, { wallet, filter, cursor, limit: Number(limit), nowS: nowS() })
        return {
          status: 200,
          body: { success: true, offers: page.offers.map(offerToWire), nextCursor: page.nextCursor },
        }
      },
    },
    csv: serveHistoryCsv(context, nowS),
  }
}

function toFilter({ with: other, from, to, ...rest }: z.output<typeof historyQuery>): HistoryFilter {
  return { ...rest, other, fromS: numberIn(from), toS: numberIn(to) }
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

const minuteMs = 60_000
const csvPageSize = 200
/** A long history takes seconds, and a slow reader keeps it open. */
const exportsAtOnce = { total: 32, perNetwork: 3 }

/** The history as CSV, streamed: it may be long. */
function serveHistoryCsv({ config, db }: Context, nowS: () => number): Traders['csv'] {
  const underWay = new Occupancy(exportsAtOnce)
  return (app) => {
    const exports = app.createRateLimit({ max: config.rateLimits.writesPerMinute, timeWindow: minuteMs })
    app.get(historyCsvPath(':address'), async (request, reply) => {
      const { address } = parseInput(z.object({ address: addressSchema }), request.params)
      const filter = toFilter(parseInput(historyQuery, request.query))
      await enforceLimit(exports, request)
      const leave = underWay.enter(request.network)
      if (!leave) throw new HttpError(503, 'other exports are under way: ask again', { retryAfterS: 5 })
      const lines = csvLines(
        { db: db.readIndex, collections: config.deployment.collections, nowS: nowS() },
        address,
        filter,
      )
      const stream = Readable.from(lines)
      // Also where the reader goes away.
      stream.once('close', leave)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="history-${address}-${dayOf(nowS())}.csv"`)
        .header('cache-control', 'no-cache')
        .send(stream)
    })
  }
}

interface CsvParts {
  readonly db: Context['db']['read']
  readonly collections: Context['config']['deployment']['collections']
  readonly nowS: number
}

async function* csvLines(
  { db, collections, nowS }: CsvParts,
  wallet: Address,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  const feeChanges = await readFeeChanges(db)
  yield csvLine(historyColumns)
  let cursor: string | undefined
  do {
    const page = await readHistory(db, { wallet, filter, cursor, limit: csvPageSize, nowS })
    if (page.offers.length > 0)
      yield page.offers.map((offer) => historyLine(offer, { wallet, collections, feeChanges, nowS })).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function dayOf(unixS: number): string {
  return isoTime(unixS).slice(0, 10)
}
