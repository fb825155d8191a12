import { randomUUID } from 'node:crypto'
import type { Address, TableMove } from '@parley/domain'
import { dealFromWire } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Fence } from '../fence.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Inbox } from '../inbox/createInbox.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { failureText } from '../log.ts'
import { deleteOldDeclines } from '../offers/declines.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { createClosedTables, type ClosedTables } from './closedTables.ts'
import { changeInbound, checkBlocked, readInbound } from './inbound.ts'
import { createTableLocks } from './lockTables.ts'
import { createTableDesk, type Player } from './playAtTable.ts'
import { readPortalCollections } from './portalCollections.ts'
import { createTableFeed } from './tableFeed.ts'
import { tableFailure } from './tableFailure.ts'
import { createTableSpace, type TableSpace } from './tableSpace.ts'
import { nowS, headOf, type ListPlace, offersOfTables, readWhole, tablesOf } from './tableReads.ts'
import { findEnded, linesAfter, logLength, type SavedTable, shortenLog, type StoredTable } from './tableStore.ts'

type TableRoutes =
  | 'tables'
  | 'table'
  | 'openTable'
  | 'layVersion'
  | 'tickVersion'
  | 'declineVersion'
  | 'withdrawVersion'
  | 'sayAtTable'
  | 'passLock'
  | 'lockTable'
  | 'leaveTable'
  | 'reportTable'
  | 'inbound'
  | 'changeInbound'

/** Tables of two people: routes, streams, and what follows the index. */
export interface Tables {
  readonly handlers: Pick<Handlers, TableRoutes>
  attach(app: FastifyInstance): void
  readonly endings: Pick<ClosedTables, 'onClosed' | 'onBlocked'>
  /** Open streams of tables. */
  counts(): { readonly streams: number }
  close(): Promise<void>
}

export interface TablesParts extends Context {
  readonly fence: Fence
  readonly sessions: Pick<Sessions, 'require' | 'onEnded'>
  readonly finder: OfferFinder
  readonly inbox: Pick<Inbox, 'follow' | 'counts' | 'announce' | 'tableChanged' | 'change'>
  /** By the newest block; null until one is known. */
  readonly chainTimeS: () => number | null
}

/** What a wallet may change at its tables, at least: more than hands can do, and no flood. */
const movesAMinute = 300
/** In tokens. A new table makes the server ask the chain; a report takes the operator's time. */
const costs = { open: 2, report: 10, move: 1, list: 0.5 } as const
/** Characters of a log that are read for one token. */
const readForToken = 64 * 1024
const tablesInPage = 50
const sweepEveryMs = 60_000
const sweptAtOnce = 100

export async function createTables(parts: TablesParts): Promise<Tables> {
  const { fence, sessions, finder, inbox, chainTimeS, ...context } = parts
  const { db, log } = context
  const closedTables = createClosedTables(context)
  const perMinute = Math.max(movesAMinute, context.config.rateLimits.writesPerMinute)
  const seatsPerMinute = perMinute / 5
  const feed = await createTableFeed({ db, log, fence, sessions, inbox, closedTables, seatsPerMinute })
  /** The later of the two clocks: chain time doesn't advance between blocks. */
  const offerNowS = () => Math.max(nowS(), chainTimeS() ?? 0)
  const desk = createTableDesk(context, feed, { allowedIn: await readPortalCollections(context), offerNowS })
  const locks = createTableLocks(context, desk, { finder, offerNowS })
  const buckets = new TokenBuckets({ capacity: perMinute / 5, perSecond: perMinute / 60 })
  const space = createTableSpace(db, context.config.rateLimits.tableKbPerDay * 1024)

  async function actor(request: FastifyRequest, as: Address, cost: number = 0): Promise<Address> {
    const { address } = await sessions.require(request, as)
    spend(address, cost)
    return address
  }

  function spend(wallet: Address, cost: number): void {
    if (!buckets.take(wallet, cost)) throw new HttpError(429, 'too many changes in a short time', { retryAfterS: 2 })
  }

  /** In tokens, and never more than a rested wallet has. */
  const readingCost = async (stored: StoredTable): Promise<number> =>
    Math.min((await logLength(db.read, stored)) / readForToken, perMinute / 10)

  /** Whether a page that has the log up to this line needs none of it from the database. */
  const isInMemory = (stored: StoredTable | SavedTable, after: number): boolean =>
    'added' in stored && linesAfter(stored.added, { after, upTo: stored.entries }) !== null

  /** Takes the space of what was sent from the day's: it is kept for months. Its announced length may be missing. */
  async function use({ network }: FastifyRequest, wallet: Address, body: object): Promise<void> {
    if (!(await space.take(network, wallet, Buffer.byteLength(JSON.stringify(body))))) throw tableFailure('used-up')
  }

  /** The answer to a move. It is made, so it is answered. */
  async function answer(wallet: Address, stored: StoredTable | SavedTable, logAfter: number | undefined) {
    if (!isInMemory(stored, logAfter ?? 0)) buckets.of(wallet).charge(await readingCost(stored))
    return whole(stored, logAfter)
  }

  const found = async (player: Player) => (await desk.find(player)).stored

  async function whole(stored: StoredTable | SavedTable, after: number = 0) {
    const table = await readWhole(db.read, stored, { nowS: nowS(), after })
    return { status: 200 as const, body: { success: true as const, table } }
  }

  /** The handler of a route that makes one move. */
  const moving =
    <B extends { readonly logAfter?: number | undefined }>(toMove: (body: B) => TableMove) =>
    async ({
      params,
      query,
      body,
      request,
    }: {
      params: { tableId: string }
      query: { as: Address }
      body: B
      request: FastifyRequest
    }) => {
      const wallet = await actor(request, query.as, costs.move)
      const move = toMove(body)
      // Leaving is always possible.
      if (move.kind !== 'leave') await use(request, wallet, body)
      const player = { tableId: params.tableId, wallet }
      return answer(wallet, await desk.play(player, move), body.logAfter)
    }

  const handlers: Tables['handlers'] = {
    async tables({ query: { as, with: other, agreed, cursor }, request }) {
      const wallet = await actor(request, as, costs.list)
      const before = cursor === undefined ? null : readCursor(cursor)
      const stored = await tablesOf(db.read, wallet, {
        other,
        agreed: agreed === 'true',
        before,
        limit: tablesInPage + 1,
      })
      const page = stored.slice(0, tablesInPage)
      const offers = await offersOfTables(db.read, page)
      const last = stored.length > tablesInPage ? page.at(-1)?.table : undefined
      return {
        status: 200,
        body: {
          success: true,
          tables: page.map((one) => headOf(one, offers.get(one.table.offerId ?? ''), nowS())),
          nextCursor: last ? `${last.changedAtS}.${last.id}` : null,
        },
      }
    },
    async table({ params: { tableId }, query, request }) {
      const wallet = await actor(request, query.as)
      const { stored } = await desk.find({ tableId, wallet })
      spend(wallet, await readingCost(stored))
      return whole(stored)
    },
    async openTable({ query, body, request }) {
      const opener = await actor(request, query.as, costs.open)
      const { with: guest, portal = null, note, isReady } = body
      await use(request, opener, body)
      await checkBlocked(db.read, opener, guest)
      const counters = body.counters === undefined ? null : await countered(body.counters, request.network)
      const deal = dealFromWire(body.deal)
      const { tableId, isNew } = await desk.open({ opener, guest, portal, counters, deal, note, isReady })
      const opened = await answer(opener, await found({ tableId, wallet: opener }), undefined)
      return isNew ? { ...opened, status: 201 } : opened
    },
    layVersion: moving(({ base, deal, note, isReady }) => ({
      kind: 'lay',
      base,
      deal: dealFromWire(deal),
      note,
      isReady,
    })),
    tickVersion: moving(({ version, isReady }) => ({ kind: 'tick', version, isReady })),
    declineVersion: moving(({ version, reason, text }) => ({ kind: 'decline', version, reason, text })),
    withdrawVersion: moving(({ version }) => ({ kind: 'withdraw', version })),
    sayAtTable: moving(({ text }) => ({ kind: 'say', text })),
    passLock: moving(({ version, locker }) => ({ kind: 'pass', version, locker })),
    leaveTable: moving(() => ({ kind: 'leave' })),
    async lockTable({ params: { tableId }, query, body, request }) {
      const player = { tableId, wallet: await actor(request, query.as, costs.move) }
      await locks.lock(player, { ...body, network: request.network })
      return answer(player.wallet, await found(player), undefined)
    },
    async reportTable({ params: { tableId }, query, body, request }) {
      const { seat } = await desk.find({ tableId, wallet: await actor(request, query.as, costs.report) })
      const reportId = randomUUID()
      log.warn({ reportId, tableId, by: seat, text: body.text }, 'a table was reported')
      return { status: 200, body: { success: true, reportId } }
    },
    async inbound({ query, request }) {
      const wallet = await actor(request, query.as)
      return { status: 200, body: { success: true, ...(await readInbound(db.read, wallet)) } }
    },
    async changeInbound({ query, body, request }) {
      const wallet = await actor(request, query.as, costs.move)
      const blocked = body.block && ([wallet, body.block] as const)
      // One transaction. A server killed in between would leave a block with tables that are still open.
      const tellLeft = await inbox.change(wallet, async (tx) => {
        await changeInbound(tx, wallet, body)
        if (!blocked) return null
        await feed.announceBlock(tx, blocked)
        return desk.leaveAll(tx, blocked)
      })
      if (blocked) closedTables.blocked(blocked)
      tellLeft?.()
      return { status: 200, body: { success: true, ...(await readInbound(db.read, wallet)) } }
    },
  }

  async function countered(offerId: `0x${string}`, network: string) {
    const found = await finder.find(offerId, network)
    if (found.kind === 'offer') return found.offer
    throw found.kind === 'nothing' ? tableFailure('no-such-offer', 'counters') : tableFailure('unavailable')
  }

  let sweeping = Promise.resolve()
  const sweepNext = (): void => {
    sweeping = sweeping
      .then(() => Promise.all([locks.catchUp(), sweepText(context, space)]))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ reason: failureText(error) }, 'tables could not be swept'),
      )
  }
  // A server that was killed may have left a lock behind.
  sweepNext()
  const sweep = setInterval(sweepNext, sweepEveryMs).unref()

  return {
    handlers,
    attach: (app) => feed.attach(app),
    endings: closedTables,
    counts: () => feed.counts(),
    async close() {
      clearInterval(sweep)
      await sweeping
      locks.close()
      await feed.close()
    },
  }
}

async function sweepText({ db, log }: Pick<Context, 'db' | 'log'>, space: Pick<TableSpace, 'sweep'>): Promise<void> {
  await space.sweep()
  const ended = await findEnded(db.read, { nowS: nowS(), limit: sweptAtOnce })
  // One after the other: a long log is some megabytes.
  for (const id of ended) await db.transact((tx) => shortenLog(tx, id))
  if (ended.length > 0) log.info({ tables: ended.length }, 'text of tables that ended 90 days ago was deleted')
  const declines = await db.transact((tx) => deleteOldDeclines(tx, nowS()))
  if (declines > 0) log.info({ declines }, 'declines of 90 days ago were deleted')
}

function readCursor(text: string): ListPlace {
  const [, changedAtS, id] = /^([0-9]{1,12})\.([0-9A-Za-z_-]{22})$/.exec(text) ?? []
  if (changedAtS === undefined || id === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { changedAtS: Number(changedAtS), id }
}
