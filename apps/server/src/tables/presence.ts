import { randomUUID } from 'node:crypto'
import type { Seat } from '@parley/domain'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable, Schema } from '../db/schema.ts'
import { failureText } from '../log.ts'
import { markSeen } from './tableStore.ts'

/** A killed server's people are gone when its lease ends. */
const leaseMs = 15_000
const renewEveryMs = 5_000
const rowsAtOnce = 500

export type Here = Readonly<Record<Seat, boolean>>

/** Who sits at which table, at any server. */
export interface Presence {
  /** Call when a page of the table is opened. @returns what to call when it is closed. */
  join(tableId: string, seat: Seat): Promise<() => Promise<void>>
  /** Reads several tables at once. Empty and closed ones are left out. */
  here(tableIds: readonly string[]): Promise<ReadonlyMap<string, Here>>
  close(): Promise<void>
}

interface PresenceParts extends Pick<Context, 'db' | 'log'> {
  /** Told within the transaction, to pass it on to the other servers, and after it. */
  readonly changed: { announce(tx: Transaction<Schema>, tableId: string): Promise<void>; tell(tableId: string): void }
  /** Called after each renewal, when leases of other servers may have ended. */
  readonly renewed: () => Promise<void>
  /** The database's clock, unless a test brings another. */
  readonly nowMs?: () => Promise<number>
}

/** A seat of a table as this server has it: how many pages, and whether the database says so. */
interface LocalSeat {
  readonly tableId: string
  readonly seat: Seat
  pages: number
  isStored: boolean
  settling: Promise<void>
}

export function createPresence({ db, log, changed, renewed, nowMs = db.nowMs }: PresenceParts): Presence {
  const server = randomUUID()
  const seats = new Map<string, LocalSeat>()
  /** Whether a change failed, so that the rows are unknown. */
  let isDoubtful = false

  function seatAt(tableId: string, seat: Seat): LocalSeat {
    const key = keyOf(tableId, seat)
    const own = seats.get(key) ?? { tableId, seat, pages: 0, isStored: false, settling: Promise.resolve() }
    seats.set(key, own)
    return own
  }

  /** Brings the database to what is true by then, one change of a seat after the other. */
  function settle(own: LocalSeat): Promise<void> {
    const settled = own.settling.then(async () => {
      const isWanted = own.pages > 0
      if (isWanted !== own.isStored) await store(own, isWanted)
      const key = keyOf(own.tableId, own.seat)
      // A page that came after the last one left may have a new entry already.
      if (!own.isStored && own.pages === 0 && seats.get(key) === own) seats.delete(key)
    })
    own.settling = settled.catch(() => {
      isDoubtful = true
    })
    return settled
  }

  async function store(own: LocalSeat, isWanted: boolean): Promise<void> {
    const atMs = await nowMs()
    const row = { table_id: own.tableId, seat: own.seat, server, until_ms: atMs + leaseMs }
    await db.transact(async (tx) => {
      if (isWanted) await saveRow(tx, row)
      else
        await tx
          .deleteFrom('table_presence')
          .where('table_id', '=', own.tableId)
          .where('seat', '=', own.seat)
          .where('server', '=', server)
          .execute()
      await markSeen(tx, own.tableId, { seat: own.seat, atS: Math.floor(atMs / 1000) })
      await changed.announce(tx, own.tableId)
    })
    own.isStored = isWanted
    changed.tell(own.tableId)
  }

  async function renew(): Promise<void> {
    // What the database did not take: who has left would be renewed below, and stay for good.
    const late = [...seats.values()].filter(({ isStored, pages }) => isStored !== pages > 0)
    await Promise.allSettled(late.map(settle))
    const expected = BigInt([...seats.values()].filter(({ isStored, pages }) => isStored && pages > 0).length)
    // One statement: writing thousands of rows singly would hold up every move.
    const { numUpdatedRows } = await db.write
      .updateTable('table_presence')
      .set({ until_ms: (await nowMs()) + leaseMs })
      .where('server', '=', server)
      .executeTakeFirstOrThrow()
    if (isDoubtful || numUpdatedRows !== expected) await compareRows()
    await clearEnded()
    await renewed()
  }

  /**
   * Rows may be missing, since another server cleared them when their lease had ended; or be too many, since a change was
   * committed without an answer. Each seat is settled in turn with what its pages do at the same time.
   */
  async function compareRows(): Promise<void> {
    const rows = await db.read
      .selectFrom('table_presence')
      .select(['table_id', 'seat'])
      .where('server', '=', server)
      .execute()
    isDoubtful = false
    const stored = new Set(rows.map(({ table_id: tableId, seat }) => keyOf(tableId, seat)))
    for (const { table_id: tableId, seat } of rows) {
      const own = seatAt(tableId, seat)
      if (own.pages === 0) own.isStored = true
    }
    for (const [key, own] of seats) if (own.pages > 0 && !stored.has(key)) own.isStored = false
    const wrong = [...seats.values()].filter(({ isStored, pages }) => isStored !== pages > 0)
    await Promise.all(wrong.map(settle))
  }

  /** What a killed server left: they were last seen when its lease was renewed for the last time. */
  async function clearEnded(): Promise<void> {
    const beforeMs = await nowMs()
    const ended = () => db.read.selectFrom('table_presence').selectAll().where('until_ms', '<', beforeMs)
    for (const row of await ended().execute()) {
      await db.transact(async (tx) => {
        const atS = Math.floor((row.until_ms - leaseMs) / 1000)
        await markSeen(tx, row.table_id, { seat: row.seat, atS })
        await tx
          .deleteFrom('table_presence')
          .where('table_id', '=', row.table_id)
          .where('seat', '=', row.seat)
          .where('server', '=', row.server)
          .where('until_ms', '<', beforeMs)
          .execute()
        await changed.announce(tx, row.table_id)
      })
      changed.tell(row.table_id)
    }
  }

  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error: unknown) => {
      log.warn({ reason: failureText(error) }, 'who sits at which table could not be renewed')
    })
  }, renewEveryMs).unref()

  return {
    async join(tableId, seat) {
      const own = seatAt(tableId, seat)
      own.pages += 1
      let isHere = true
      const leave = async (): Promise<void> => {
        if (!isHere) return
        isHere = false
        own.pages -= 1
        await settle(own)
      }
      try {
        await settle(own)
        return leave
      } catch (error) {
        await leave().catch(() => undefined)
        throw error
      }
    },
    here: async (tableIds) => readHere(db.read, tableIds, await nowMs()),
    async close() {
      clearInterval(timer)
      await renewing
      for (const own of seats.values()) {
        own.pages = 0
        await settle(own).catch(() => undefined)
      }
    },
  }
}

function keyOf(tableId: string, seat: Seat): string {
  return `${tableId} ${seat}`
}

async function saveRow(db: Queryable, row: { table_id: string; seat: Seat; server: string; until_ms: number }) {
  await db
    .insertInto('table_presence')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['table_id', 'seat', 'server']).doUpdateSet((eb) => ({ until_ms: eb.ref('excluded.until_ms') })),
    )
    .execute()
}

async function readHere(db: Queryable, tableIds: readonly string[], nowMs: number): Promise<Map<string, Here>> {
  const here = new Map<string, Here>()
  for (let at = 0; at < tableIds.length; at += rowsAtOnce) {
    const rows = await db
      .selectFrom('table_presence')
      .select(['table_id', 'seat'])
      .where('table_id', 'in', tableIds.slice(at, at + rowsAtOnce))
      .where('until_ms', '>=', nowMs)
      // Pages stay open where one of the two has left. Who was left or blocked isn't told when the other looks at it.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('tables')
              .select('id')
              .whereRef('id', '=', 'table_presence.table_id')
              .where('closed_at_s', 'is not', null),
          ),
        ),
      )
      .execute()
    for (const { table_id: id, seat } of rows) here.set(id, { ...(here.get(id) ?? nobodyHere), [seat]: true })
  }
  return here
}

export const nobodyHere: Here = { opener: false, guest: false }
