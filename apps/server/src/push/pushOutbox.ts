import type { Address } from '@parley/domain'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Queryable, Schema } from '../db/schema.ts'

type Tx = Transaction<Schema>
type Engine = Database['engine']

const rowsAtOnce = 500
/** How long an entry is its server's. Longer than a send takes at most. */
export const leaseMs = 20_000

interface OutboxRows {
  readonly sessions: readonly string[]
  readonly items: readonly string[]
  readonly state: 'waiting' | 'held' | 'dropped'
  readonly nowMs: number
}

/** An item that is in the outbox already, sent or not, stays as it is. */
export async function addToOutbox(tx: Tx, { sessions, items, state, nowMs }: OutboxRows): Promise<void> {
  const rows = sessions.flatMap((session) =>
    items.map((item) => ({ session, item, state, attempts: 0, next_ms: nowMs, added_ms: nowMs })),
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('push_outbox')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['session', 'item']).doNothing())
      .execute()
}

/** Whether anything is due. Claiming would take the one writer of SQLite for nothing. */
export async function hasDueEntries(db: Queryable, { nowMs, isBehind }: Due): Promise<boolean> {
  const query = db
    .selectFrom('push_outbox')
    .select('item')
    .where('state', '=', 'waiting')
    .where('next_ms', '<=', nowMs)
    .$if(isBehind, (all) => all.where(isAboutTable))
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The only entries that are sent while the index is behind the chain. Those of offers stay due. */
const isAboutTable = sql<boolean>`item like 'table-%'`

interface Due {
  readonly nowMs: number
  readonly isBehind: boolean
}

export interface OutboxEntry {
  readonly session: string
  readonly item: string
  /** How often its push service has put it off. */
  readonly failures: number
  readonly addedMs: number
  /** When the lease ends. */
  readonly untilMs: number
}

/** How many more entries of each session may wait, also for a renewal. */
export async function roomsInOutbox(tx: Tx, sessions: readonly string[], most: number): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('push_outbox')
    .select(({ fn }) => ['session', fn.countAll<number | string>().as('waiting')])
    .where('session', 'in', [...sessions])
    .where('state', 'in', ['waiting', 'held'])
    .groupBy('session')
    .execute()
  const waiting = new Map(rows.map((row) => [row.session, Number(row.waiting)]))
  return new Map(sessions.map((session) => [session, Math.max(0, most - (waiting.get(session) ?? 0))]))
}

/** The items that a session's outbox has not seen yet. */
export async function unknownItems(tx: Tx, session: string, items: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('push_outbox').select('item').where('session', '=', session).execute()
  const seen = new Set(rows.map(({ item }) => item))
  return items.filter((item) => !seen.has(item))
}

/** Push services of browsers. Any other service may be a stranger's, and may hang. */
const browserServices = [
  'https://fcm.googleapis.com/%',
  'https://android.googleapis.com/%',
  'https://updates.push.services.mozilla.com/%',
  'https://web.push.apple.com/%',
]
const windowsService = 'https://%.notify.windows.com/%'

/** Whether an entry goes to a browser's own push service. Endpoints are stored as `URL` writes them. */
const isOfBrowser = sql<boolean>`exists (select 1 from push_subscriptions where push_subscriptions.session = push_outbox.session
  and (${sql.join(
    browserServices.map((pattern) => sql`endpoint like ${pattern}`),
    sql` or `,
  )} or (endpoint like ${windowsService} and endpoint not like ${windowsService.replace('%', '%/%')})))`

/**
 * Takes entries that are due. Until the lease ends they are this server's; if it is killed, another one takes them then.
 * `busy`: sessions with an entry under way here.
 */
export async function claimEntries(
  tx: Tx,
  engine: Engine,
  { service, limit, busy, nowMs, isBehind, leaseMs }: Claim,
): Promise<OutboxEntry[]> {
  const query = tx
    .selectFrom('push_outbox')
    .select(['session', 'item', 'attempts', 'added_ms'])
    .where('state', '=', 'waiting')
    .where('next_ms', '<=', nowMs)
    .where(service === 'browser' ? isOfBrowser : sql<boolean>`not ${isOfBrowser}`)
    .$if(isBehind, (all) => all.where(isAboutTable))
    .$if(busy.length > 0, (all) => all.where('session', 'not in', [...busy]))
    .orderBy('next_ms')
    .limit(limit)
  const due = await (engine === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
  // One at a time for each session, so that a slow endpoint takes up one place.
  const rows = [...new Map(due.toReversed().map((row) => [row.session, row])).values()]
  for (const { session, item } of rows)
    await tx
      .updateTable('push_outbox')
      .set({ next_ms: nowMs + leaseMs })
      .where('session', '=', session)
      .where('item', '=', item)
      .execute()
  return rows.map((row) => ({
    session: row.session,
    item: row.item,
    failures: row.attempts,
    addedMs: row.added_ms,
    untilMs: nowMs + leaseMs,
  }))
}

interface Claim extends Due {
  readonly service: PushServiceKind
  readonly limit: number
  readonly busy: readonly string[]
  readonly leaseMs: number
}

/** A browser's own push service, or any other. */
export type PushServiceKind = 'browser' | 'other'

/** Notes that an entry was sent. */
export async function closeEntry(db: Queryable, entry: OutboxEntry): Promise<void> {
  await rowOf(db, entry).set({ state: 'sent' }).execute()
}

/** Drops an entry, unless {@link renewEntries} has renewed it since it was claimed. */
export async function dropEntry(db: Queryable, entry: OutboxEntry): Promise<void> {
  await rowOf(db, entry).set({ state: 'dropped' }).where('added_ms', '=', entry.addedMs).execute()
}

/** Has an item pushed again to these wallets. Also one that waits, which a server may be about to drop. */
export async function renewEntries(tx: Queryable, wallets: readonly Address[], item: string): Promise<void> {
  const sessions = tx
    .selectFrom('push_subscriptions')
    .select('session')
    .where('address', 'in', [...wallets])
  const closed = tx.deleteFrom('push_outbox').where('session', 'in', sessions).where('item', '=', item)
  await closed.where('state', 'not in', ['waiting', 'held']).execute()
  const open = tx.updateTable('push_outbox').where('session', 'in', sessions).where('item', '=', item)
  await open.set((eb) => ({ added_ms: eb('added_ms', '+', 1) })).execute()
}

function rowOf(db: Queryable, { session, item }: OutboxEntry) {
  return db.updateTable('push_outbox').where('session', '=', session).where('item', '=', item)
}

/** Puts off one entry, unless its lease has ended and another server took it. The others of its session don't wait for it. */
export async function postponeEntry(db: Queryable, entry: OutboxEntry, untilMs: number): Promise<void> {
  await rowOf(db, entry).set({ next_ms: untilMs }).where('next_ms', '<=', entry.untilMs).execute()
}

/**
 * Puts off all that waits for an entry's session: its endpoint doesn't take anything for now.
 *
 * What waits for longer stays: another server may be sending it until its lease ends.
 */
export async function postpone(tx: Tx, entry: OutboxEntry, untilMs: number): Promise<void> {
  await rowOf(tx, entry)
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .execute()
  await postponeEntry(tx, entry, untilMs)
  await tx
    .updateTable('push_outbox')
    .set({ next_ms: untilMs })
    .where('session', '=', entry.session)
    .where('state', '=', 'waiting')
    .where('next_ms', '<', untilMs)
    .execute()
}

/** Holds what waits for a session until its subscription is renewed. No server looks at it until then. */
export async function holdEntries(tx: Tx, session: string): Promise<void> {
  await tx
    .updateTable('push_outbox')
    .set({ state: 'held' })
    .where('session', '=', session)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets go what a renewed subscription's end has held, but not before a lease ends: a server may be sending it. */
export async function releaseHeld(tx: Tx, sessions: readonly string[], nowMs: number): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .updateTable('push_outbox')
    .set((eb) => ({
      state: 'waiting',
      next_ms: eb
        .case()
        .when(eb.between('next_ms', nowMs, nowMs + leaseMs))
        .then(eb.ref('next_ms'))
        .else(nowMs)
        .end(),
    }))
    // Asked here once more: one that has ended since the caller read it would be sent to again.
    .where('session', 'in', livingOf(tx, sessions))
    .where('state', '=', 'held')
    .execute()
}

/** Those whose subscription hasn't ended, as `hasEnded` has it. */
function livingOf(tx: Tx, sessions: readonly string[]) {
  return tx
    .selectFrom('push_subscriptions')
    .select('session')
    .where('session', 'in', [...sessions])
    .where((eb) => eb.or([eb('gone_at_s', 'is', null), eb('gone_at_s', '<', eb.ref('created_at_s'))]))
}

/** Lets go what waited for a renewal. A wait is no longer than a lease, and leases last: a server may be sending. */
export async function releaseEntries(tx: Tx, session: string, nowMs: number): Promise<void> {
  await releaseHeld(tx, [session], nowMs)
  await tx
    .updateTable('push_outbox')
    .set({ next_ms: nowMs + leaseMs })
    .where('session', '=', session)
    .where('state', '=', 'waiting')
    .where('next_ms', '>', nowMs + leaseMs)
    .execute()
}

/** How many entries wait, and since when the oldest does. */
export async function outboxLength(db: Queryable): Promise<{ entries: number; oldestMs: number | null }> {
  const row = await db
    .selectFrom('push_outbox')
    .select(({ fn }) => [fn.countAll<number | string>().as('entries'), fn.min('added_ms').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { entries: Number(row.entries), oldestMs: row.oldest }
}
