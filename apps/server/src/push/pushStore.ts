import { randomUUID } from 'node:crypto'
import type { Address } from '@parley/domain'
import type { WirePushSubscription } from '@parley/protocol'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Queryable, Schema } from '../db/schema.ts'

type Tx = Transaction<Schema>
type Engine = Database['engine']

/** Browsers of a wallet that get pushes. The oldest goes beyond it. */
const maxSubscriptionsOfWallet = 10
const rowsAtOnce = 500

interface NewSubscription {
  readonly session: string
  readonly address: Address
  readonly subscription: WirePushSubscription
  /** Items already in the inbox. They get no push. */
  readonly known: readonly string[]
  readonly nowMs: number
}

/** Stores where a session's pushes go. */
export async function addSubscription(tx: Tx, added: NewSubscription): Promise<void> {
  const { session, address, subscription, known, nowMs } = added
  const { endpoint, keys } = subscription
  // One browser has one endpoint: an earlier sign-in of it ended without a word.
  const older = await tx
    .selectFrom('push_subscriptions')
    .select('session')
    .where('address', '=', address)
    .where('session', '!=', session)
    .orderBy('created_at_s', 'desc')
    .offset(maxSubscriptionsOfWallet - 1)
    .limit(rowsAtOnce)
    .execute()
  const same = await tx
    .selectFrom('push_subscriptions')
    .select('session')
    .where('endpoint', '=', endpoint)
    .where('session', '!=', session)
    .execute()
  await deleteSubscriptions(
    tx,
    [...older, ...same].map((row) => row.session),
  )
  const row = { address, endpoint, p256dh: keys.p256dh, auth: keys.auth, created_at_s: Math.floor(nowMs / 1000) }
  await tx
    .insertInto('push_subscriptions')
    .values({ session, ...row })
    .onConflict((conflict) => conflict.column('session').doUpdateSet(row))
    .execute()
  await tx
    .insertInto('push_wallets')
    .values({ address, due_s: 0 })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ due_s: 0 }))
    .execute()
  await addToOutbox(tx, { sessions: [session], items: known, state: 'dropped', nowMs })
}

/** Ends what belongs to sessions: where to send, and what is to be sent. */
export async function deleteSubscriptions(tx: Tx, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .deleteFrom('push_subscriptions')
    .where('session', 'in', [...sessions])
    .execute()
  await tx
    .deleteFrom('push_outbox')
    .where('session', 'in', [...sessions])
    .execute()
}

/** Deletes what is left of sessions that have ended. */
export async function sweepSubscriptions(tx: Tx): Promise<void> {
  const living = tx.selectFrom('sessions').select('id')
  await tx.deleteFrom('push_subscriptions').where('session', 'not in', living).execute()
  await tx.deleteFrom('push_outbox').where('session', 'not in', living).execute()
}

export async function hasSubscription(db: Queryable, session: string): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('session')
    .where('session', '=', session)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes, within the transaction of a change, that the inboxes of these wallets may be others now. Rows are only added, so
 * transactions never wait for each other here.
 */
export async function noteChanges(tx: Tx, wallets: readonly Address[], givers: readonly Address[] = []) {
  const any = await tx.selectFrom('push_wallets').select('address').limit(1).executeTakeFirst()
  if (!any) return
  for (let at = 0; at < wallets.length; at += rowsAtOnce)
    await noteWhere(tx, sql`address in (${sql.join(wallets.slice(at, at + rowsAtOnce))})`)
  // A moved NFT matters to creators of offers to its former holder, and to people at tables.
  for (let at = 0; at < givers.length; at += rowsAtOnce) {
    const some = sql.join(givers.slice(at, at + rowsAtOnce))
    await noteWhere(
      tx,
      sql`address in (select creator from offers where recipient in (${some}) and settlement is null
        union select opener from tables where guest in (${some}) union select guest from tables where opener in (${some})
        union select address from push_wallets where address in (${some}))`,
    )
  }
}

/** Everything may have changed. */
export async function noteAll(tx: Tx): Promise<void> {
  await noteWhere(tx, sql`1 = 1`)
}

async function noteWhere(tx: Tx, condition: ReturnType<typeof sql>): Promise<void> {
  const note = randomUUID()
  await sql`insert into push_changes (address, note) select address, ${note} from push_wallets where ${condition}`.execute(
    tx,
  )
}

/** Wallets to look at: something changed, or a reminder is due at this chain time. */
export async function dueWallets(db: Queryable, chainS: number, limit: number): Promise<Address[]> {
  const [changed, reminded] = await Promise.all([
    db.selectFrom('push_changes').select('address').distinct().limit(limit).execute(),
    db
      .selectFrom('push_wallets')
      .select('address')
      .where('due_s', '<=', chainS)
      .orderBy('due_s')
      .limit(limit)
      .execute(),
  ])
  return [...new Set([...changed, ...reminded].map(({ address }) => address))]
}

export interface HeldWallet {
  readonly sessions: readonly string[]
  /** Notes that the look answers. */
  readonly changes: readonly string[]
}

/** Locks a wallet for a look. @returns null where another server looks at it, or it has no subscription left. */
export async function holdWallet(tx: Tx, engine: Engine, wallet: Address): Promise<HeldWallet | null> {
  const query = tx.selectFrom('push_wallets').select('address').where('address', '=', wallet)
  const held = await (engine === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst()
  if (!held) return null
  const changes = await tx.selectFrom('push_changes').select('note').where('address', '=', wallet).execute()
  const rows = await tx.selectFrom('push_subscriptions').select('session').where('address', '=', wallet).execute()
  return { sessions: rows.map(({ session }) => session), changes: changes.map(({ note }) => note) }
}

/** Ends a look. `dueS`: chain time of the next one. */
export async function releaseWallet(
  tx: Tx,
  wallet: Address,
  { changes, sessions, dueS }: HeldWallet & { readonly dueS: number },
): Promise<void> {
  for (let at = 0; at < changes.length; at += rowsAtOnce)
    await tx
      .deleteFrom('push_changes')
      .where('address', '=', wallet)
      .where('note', 'in', changes.slice(at, at + rowsAtOnce))
      .execute()
  if (sessions.length === 0) await tx.deleteFrom('push_wallets').where('address', '=', wallet).execute()
  else await tx.updateTable('push_wallets').set({ due_s: dueS }).where('address', '=', wallet).execute()
}

interface OutboxRows {
  readonly sessions: readonly string[]
  readonly items: readonly string[]
  readonly state: 'waiting' | 'dropped'
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
export async function hasDueEntries(db: Queryable, nowMs: number): Promise<boolean> {
  const query = db.selectFrom('push_outbox').select('item').where('state', '=', 'waiting').where('next_ms', '<=', nowMs)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export interface OutboxEntry {
  readonly session: string
  readonly item: string
  readonly attempts: number
  readonly addedMs: number
}

/**
 * Takes entries that are due. Until the lease ends they are this server's; if it is killed, another one takes them then.
 * `busy`: sessions with an entry under way here.
 */
export async function claimEntries(
  tx: Tx,
  engine: Engine,
  { limit, busy, nowMs, leaseMs }: { limit: number; busy: readonly string[]; nowMs: number; leaseMs: number },
): Promise<OutboxEntry[]> {
  const query = tx
    .selectFrom('push_outbox')
    .select(['session', 'item', 'attempts', 'added_ms'])
    .where('state', '=', 'waiting')
    .where('next_ms', '<=', nowMs)
    .$if(busy.length > 0, (all) => all.where('session', 'not in', [...busy]))
    .orderBy('next_ms')
    .limit(limit)
  const due = await (engine === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
  // One at a time for each session, so that a slow endpoint takes up one place.
  const rows = [...new Map(due.toReversed().map((row) => [row.session, row])).values()]
  for (const { session, item } of rows)
    await tx
      .updateTable('push_outbox')
      .set((eb) => ({ next_ms: nowMs + leaseMs, attempts: eb('attempts', '+', 1) }))
      .where('session', '=', session)
      .where('item', '=', item)
      .execute()
  return rows.map((row) => ({
    session: row.session,
    item: row.item,
    attempts: row.attempts + 1,
    addedMs: row.added_ms,
  }))
}

export async function closeEntry(db: Queryable, { session, item }: OutboxEntry, state: 'sent' | 'dropped') {
  await db.updateTable('push_outbox').set({ state }).where('session', '=', session).where('item', '=', item).execute()
}

/** Puts off all that waits for a session: its endpoint doesn't take anything for now. */
export async function postpone(db: Queryable, session: string, untilMs: number): Promise<void> {
  await db
    .updateTable('push_outbox')
    .set({ next_ms: untilMs })
    .where('session', '=', session)
    .where('state', '=', 'waiting')
    .execute()
}

/** Where an entry goes, while its session lasts. */
export async function findTarget(
  db: Queryable,
  session: string,
  nowS: number,
): Promise<{ readonly address: Address; readonly subscription: WirePushSubscription } | null> {
  const row = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session')
    .select(['push_subscriptions.address', 'endpoint', 'p256dh', 'auth'])
    .where('session', '=', session)
    .where('sessions.expires_at_s', '>', nowS)
    .executeTakeFirst()
  if (!row) return null
  const { address, endpoint, p256dh, auth } = row
  return { address, subscription: { endpoint, keys: { p256dh, auth } } }
}

/** Whether a page of the wallet sits at a table, at any server. */
export async function isAtTable(
  db: Queryable,
  { tableId, seat, nowMs }: { tableId: string; seat: 'opener' | 'guest'; nowMs: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('table_presence')
    .select('server')
    .where('table_id', '=', tableId)
    .where('seat', '=', seat)
    .where('until_ms', '>=', nowMs)
    .executeTakeFirst()
  return row !== undefined
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
