import { randomUUID } from 'node:crypto'
import type { Address } from '@parley/domain'
import type { WirePushSubscription } from '@parley/protocol'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { PushSubscriptionsTable, Queryable, Schema } from '../db/schema.ts'
import { addToOutbox, holdEntries, releaseEntries } from './pushOutbox.ts'

type Tx = Transaction<Schema>
type Engine = Database['engine']

/** Browsers of a wallet that get pushes. The oldest goes beyond it. */
const maxSubscriptionsOfWallet = 10
const rowsAtOnce = 500

interface NewSubscription {
  readonly session: string
  readonly address: Address
  readonly subscription: WirePushSubscription
  /** The public VAPID key that the browser subscribed with. */
  readonly vapidKey: string
  /** Items already in the inbox. Of a session's first subscription they get no push. */
  readonly known: readonly string[]
  readonly nowMs: number
}

type SubscriptionTimes = Pick<PushSubscriptionsTable, 'created_at_s' | 'gone_at_s'>

/** Whether the push service has ended it since it was made. Older servers renew it without clearing `gone_at_s`. */
function hasEnded({ created_at_s: createdS, gone_at_s: goneS }: SubscriptionTimes): boolean {
  return goneS !== null && goneS >= createdS
}

/** Stores where a session's pushes go. */
export async function addSubscription(tx: Tx, engine: Engine, added: NewSubscription): Promise<void> {
  const { session, address, subscription, vapidKey, known, nowMs } = added
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
  const query = tx
    .selectFrom('push_subscriptions')
    .select(['session', 'endpoint', 'created_at_s', 'gone_at_s'])
    .where((eb) => eb.or([eb('session', '=', session), eb('endpoint', '=', endpoint)]))
  // Locked: another server may be noting the end of one.
  const stored = await (engine === 'postgres' ? query.forUpdate() : query).execute()
  const before = stored.find((row) => row.session === session)
  const others = stored.filter((row) => row.session !== session)
  await deleteSubscriptions(
    tx,
    [...older, ...others].map((row) => row.session),
  )
  const { p256dh, auth } = keys
  // A browser may give back the endpoint that its push service has ended.
  const isGone = stored.some((row) => row.endpoint === endpoint && hasEnded(row))
  const nowS = Math.floor(nowMs / 1000)
  const created = { created_at_s: nowS, vapid_key: vapidKey, gone_at_s: isGone ? nowS : null }
  const row = { address, endpoint, p256dh, auth, ...created }
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
  // A renewal leaves the rest to the look that is due: new items are still to be told.
  if (!before) await addToOutbox(tx, { sessions: [session], items: known, state: 'dropped', nowMs })
  // After the wallet's row above, which a look locks, so that this finds what the look held.
  else if (before.endpoint !== endpoint) await releaseEntries(tx, session, nowMs)
}

/** Locks a session's subscription. @returns whether it still has this endpoint. */
export async function holdEndpoint(tx: Tx, engine: Engine, session: string, endpoint: string): Promise<boolean> {
  const query = tx
    .selectFrom('push_subscriptions')
    .select('session')
    .where('session', '=', session)
    .where('endpoint', '=', endpoint)
  return (await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) !== undefined
}

/** The push service says that a subscription has ended. Its items wait: the browser may be about to renew it. */
export async function markGone(tx: Tx, session: string): Promise<void> {
  const gone = tx.updateTable('push_subscriptions').set((eb) => ({ gone_at_s: eb.ref('created_at_s') }))
  await gone.where('session', '=', session).execute()
  await holdEntries(tx, session)
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
  const wallets = tx.selectFrom('push_wallets').select('address')
  await tx.deleteFrom('push_changes').where('address', 'not in', wallets).execute()
}

/** Ends subscriptions made with another VAPID key: push services refuse this server's pushes to them. @returns how many. */
export async function endOfOtherKeys(tx: Tx, vapidKey: string): Promise<number> {
  const rows = await tx.selectFrom('push_subscriptions').select('session').where('vapid_key', '!=', vapidKey).execute()
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await deleteSubscriptions(
      tx,
      rows.slice(at, at + rowsAtOnce).map(({ session }) => session),
    )
  return rows.length
}

/** `isEnded`: push was on, until the push service said that the subscription has ended. */
export async function subscriptionState(db: Queryable, session: string): Promise<{ isOn: boolean; isEnded: boolean }> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select(['created_at_s', 'gone_at_s'])
    .where('session', '=', session)
    .executeTakeFirst()
  return { isOn: row !== undefined && !hasEnded(row), isEnded: row !== undefined && hasEnded(row) }
}

/**
 * Notes, within the transaction of a change, that the inboxes of these wallets may be others now. Rows are only added, so
 * transactions never wait for each other here.
 *
 * @returns false where no wallet is pushed to.
 */
export async function noteChanges(
  tx: Tx,
  wallets: readonly Address[],
  givers: readonly Address[] = [],
): Promise<boolean> {
  const any = await tx.selectFrom('push_wallets').select('address').limit(1).executeTakeFirst()
  if (!any) return false
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
  return true
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

/** Wallets to look at: something changed, or a reminder is due at this chain time. Null while it isn't known. */
export async function dueWallets(db: Queryable, chainS: number | null, limit: number): Promise<Address[]> {
  const [changed, reminded] = await Promise.all([
    // A note may come after the last subscription of its wallet has gone.
    db
      .selectFrom('push_changes')
      .innerJoin('push_wallets', 'push_wallets.address', 'push_changes.address')
      .select('push_changes.address')
      .distinct()
      .limit(limit)
      .execute(),
    db
      .selectFrom('push_wallets')
      .select('address')
      .where('due_s', '<=', chainS ?? -1)
      .orderBy('due_s')
      .limit(limit)
      .execute(),
  ])
  return [...new Set([...changed, ...reminded].map(({ address }) => address))]
}

export interface HeldWallet {
  readonly sessions: readonly string[]
  /** Those whose subscription their push service has ended. */
  readonly ended: ReadonlySet<string>
  /** Notes that the look answers. */
  readonly changes: readonly string[]
}

/** Locks a wallet for a look. @returns null where another server looks at it, or it has no subscription left. */
export async function holdWallet(tx: Tx, engine: Engine, wallet: Address): Promise<HeldWallet | null> {
  const query = tx.selectFrom('push_wallets').select('address').where('address', '=', wallet)
  const held = await (engine === 'postgres' ? query.forUpdate().skipLocked() : query).executeTakeFirst()
  if (!held) return null
  const changes = await tx.selectFrom('push_changes').select('note').where('address', '=', wallet).execute()
  const rows = await tx
    .selectFrom('push_subscriptions')
    .select(['session', 'created_at_s', 'gone_at_s'])
    .where('address', '=', wallet)
    .execute()
  return {
    sessions: rows.map(({ session }) => session),
    ended: new Set(rows.filter(hasEnded).map(({ session }) => session)),
    changes: changes.map(({ note }) => note),
  }
}

/** Ends a look. `dueS`: chain time of the next one. */
export async function releaseWallet(
  tx: Tx,
  wallet: Address,
  { changes, sessions, dueS }: Omit<HeldWallet, 'ended'> & { readonly dueS: number },
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
