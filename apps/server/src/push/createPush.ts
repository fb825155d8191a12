import { type Address, inboxOf } from '@parley/domain'
import type { LiveEvent, WirePushSubscription } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { readInboxSources } from '../inbox/inboxSources.ts'
import { coalesce } from '../lib/async.ts'
import { failureText } from '../log.ts'
import type { Session } from '../sessions/createSessions.ts'
import {
  addToOutbox,
  claimEntries,
  closeEntry,
  dropEntry,
  hasDueEntries,
  leaseMs,
  type OutboxEntry,
  outboxLength,
  postpone,
  postponeEntry,
  releaseHeld,
  type PushServiceKind,
  roomsInOutbox,
  unknownItems,
} from './pushOutbox.ts'
import {
  addSubscription,
  deleteSubscriptions,
  dueWallets,
  endOfOtherKeys,
  holdEndpoint,
  holdWallet,
  markGone,
  noteAll,
  noteChanges,
  releaseWallet,
  subscriptionState,
} from './pushStore.ts'
import { aheadMs, isOfTable, nextLookS, preparePush, sortItems } from './pushItems.ts'
import { createPushSender, type Push as SentPush, type PushOutcome, refusal, sendTimeoutMs } from './sendPush.ts'
import { loadVapidKeys, type VapidKeys } from './vapidKeys.ts'

/** Tells browsers whose pages are closed (decision I2). */
export interface Push {
  /** The public VAPID key; null where push is switched off. */
  key(): Promise<string | null>
  state(session: Session): ReturnType<typeof subscriptionState>
  /** @throws {HttpError} with the code of the refusal. */
  subscribe(session: Session, subscription: WirePushSubscription): Promise<void>
  unsubscribe(session: Session): Promise<void>
  /** Part of the transaction of a change: pushes follow although this server is killed after it. */
  announce(tx: Transaction<Schema>, events: readonly LiveEvent[]): Promise<void>
  announceWallets(tx: Transaction<Schema>, wallets: readonly Address[]): Promise<void>
  /** After a commit: sends what is due without waiting for the next look. */
  kick(): void
  /** The same after a change at a table. Does nothing if no wallet has a subscription: such changes are frequent. */
  kickForTables(): void
  counts(): PushCounts
  outbox(): ReturnType<typeof outboxLength>
  close(): Promise<void>
}

/** Since the start. */
export type PushCounts = Readonly<Record<'sent' | 'dropped' | 'failed' | 'gone', number>>

interface PushParts extends Pick<Context, 'config' | 'db' | 'log'> {
  /** Chain time of the newest block; null while the index is behind it. */
  readonly chainTimeS: () => number | null
}

const walletsAtOnce = 50
/** Pushes in flight for each kind of push service. A stranger's service can't hold up the others. */
const maxUnderWay: Readonly<Record<PushServiceKind, number>> = { browser: 36, other: 12 }
/** More items than this that wait for one browser would only be noise: the inbox has them. */
const maxWaiting = 100
const firstRetryMs = 5_000
const maxRetryMs = 30 * 60_000

export function createPush({ config, db, log, chainTimeS }: PushParts): Push {
  const counts = { sent: 0, dropped: 0, failed: 0, gone: 0 }
  const settings = config.push
  let keys: Promise<VapidKeys> | null = null
  const keysOnce = (): Promise<VapidKeys> => {
    if (!settings) throw refusal('push-off')
    return (keys ??= loadVapidKeys(settings).catch((error: unknown) => {
      keys = null
      throw error
    }))
  }
  const sender = settings && createPushSender({ ...settings, keys: keysOnce })
  const underWay = new Map<string, { readonly service: PushServiceKind; readonly sending: Promise<void> }>()
  const nowS = () => Math.floor(Date.now() / 1000)
  const times = () => ({ chainS: chainTimeS() ?? nowS(), serverS: nowS() })
  const closing = new AbortController()
  /** Whether a wallet may have a subscription. Null is unknown, as where another server may have made one since. */
  let hasWallets: boolean | null = null

  /** Puts the new items of a wallet into the outbox of each of its browsers. */
  async function lookAt(wallet: Address): Promise<boolean> {
    const nowMs = await db.nowMs()
    return db.transact(async (tx) => {
      const held = await holdWallet(tx, db.engine, wallet)
      if (!held) return false
      const isBehind = chainTimeS() === null
      const sources = await readInboxSources(tx, wallet, times())
      // A server of an older version renews a subscription and leaves what its end has held.
      const living = held.sessions.filter((session) => !held.ended.has(session))
      await releaseHeld(tx, living, nowMs)
      if (held.sessions.length > 0) {
        const { waiting, muted } = isBehind ? ofTables(await sortItems(tx, sources)) : await sortItems(tx, sources)
        const rows = { sessions: held.sessions, nowMs }
        const ids = waiting.map(({ id }) => id)
        for (const [session, room] of await roomsInOutbox(tx, held.sessions, maxWaiting)) {
          const state = held.ended.has(session) ? 'held' : 'waiting'
          const fresh = await unknownItems(tx, session, ids)
          await addToOutbox(tx, { ...rows, sessions: [session], items: fresh.slice(0, room), state })
          await addToOutbox(tx, { ...rows, sessions: [session], items: fresh.slice(room), state: 'dropped' })
        }
        // They aren't sent later either, when the kind is switched on again.
        await addToOutbox(tx, { ...rows, items: muted.map(({ id }) => id), state: 'dropped' })
      }
      // What the chain says is looked at once its time is known.
      await releaseWallet(tx, wallet, { ...held, dueS: isBehind ? 0 : nextLookS(sources) })
      return true
    })
  }

  /** @returns whether there may be more to look at now. */
  async function look(): Promise<boolean> {
    const wallets = await dueWallets(db.read, chainTimeS(), walletsAtOnce)
    let done = 0
    let failure: unknown = null
    for (const wallet of wallets)
      try {
        if (await lookAt(wallet)) done += 1
      } catch (error) {
        // The others aren't to wait for it.
        failure ??= error
      }
    if (failure !== null) log.warn({ reason: failureText(failure) }, 'pushes of a wallet could not be prepared')
    return wallets.length >= walletsAtOnce && done > 0
  }

  async function deliver(service: PushServiceKind): Promise<void> {
    const now = async () => ({ nowMs: await db.nowMs(), isBehind: chainTimeS() === null })
    while (!closing.signal.aborted && (await hasDueEntries(db.read, await now()))) {
      const limit = maxUnderWay[service] - [...underWay.values()].filter((one) => one.service === service).length
      if (limit <= 0) return
      const claim = { service, limit, busy: [...underWay.keys()], leaseMs, ...(await now()) }
      const entries = await db.transact((tx) => claimEntries(tx, db.engine, claim))
      // One session's entries may come first, however many there are.
      if (entries.length === 0) return
      startSending(entries, service)
    }
  }

  function startSending(entries: readonly OutboxEntry[], service: PushServiceKind): void {
    for (const entry of entries) {
      const sending = sendEntry(entry)
        .catch((error: unknown) => log.warn({ reason: failureText(error) }, 'a push could not be sent'))
        .finally(() => {
          underWay.delete(entry.session)
          // Its next one, and whatever waited for a place.
          if (!closing.signal.aborted) kick()
        })
      underWay.set(entry.session, { service, sending })
    }
  }

  async function sendEntry(entry: OutboxEntry): Promise<void> {
    const push = await preparePush(db.read, entry, {
      chainS: chainTimeS(),
      serverS: nowS(),
      nowMs: await db.nowMs(),
    })
    if (push && 'untilMs' in push) return postponeEntry(db.write, entry, push.untilMs)
    if (!push || !sender) {
      counts.dropped += 1
      return dropEntry(db.write, entry)
    }
    // An answer might come after the lease, when another server sends it too.
    if ((await db.nowMs()) > entry.untilMs - sendTimeoutMs) return
    await settle(entry, push, await sender.send(push))
  }

  async function settle(entry: OutboxEntry, { ttlS, subscription }: SentPush, outcome: PushOutcome): Promise<void> {
    if (outcome.kind === 'sent') {
      counts.sent += 1
      return closeEntry(db.write, entry)
    }
    counts[outcome.kind === 'gone' ? 'gone' : 'failed'] += 1
    const nowMs = await db.nowMs()
    await db.transact(async (tx) => {
      // What an endpoint answers after its renewal says nothing of the new one, which is asked at once.
      if (!(await holdEndpoint(tx, db.engine, entry.session, subscription.endpoint)))
        return postponeEntry(tx, entry, nowMs)
      if (outcome.kind === 'gone') {
        // Nothing is being sent any more, so a renewed endpoint gets it without waiting for the lease to end.
        await postponeEntry(tx, entry, nowMs)
        return markGone(tx, entry.session)
      }
      if (outcome.kind === 'refused') return dropEntry(tx, entry)
      const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(20, entry.failures))
      const waitMs = Math.max(backoffMs, 1000 * (outcome.afterS ?? 0))
      if (waitMs > 1000 * ttlS) return dropEntry(tx, entry)
      return postpone(tx, entry, nowMs + waitMs)
    })
  }

  let areKeysChecked = false
  async function checkKeys(): Promise<void> {
    const { publicKey } = await keysOnce()
    const ended = await db.transact((tx) => endOfOtherKeys(tx, publicKey))
    areKeysChecked = true
    if (ended > 0) log.warn({ ended }, 'subscriptions to pushes ended: they were made with another VAPID key')
  }

  const run = coalesce(async () => {
    try {
      if (!areKeysChecked) await checkKeys()
      for (let isMore = true; isMore && !closing.signal.aborted;) {
        isMore = await look()
        await deliver('browser')
        await deliver('other')
      }
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'the outbox of pushes could not be worked off')
    }
  })

  function kick(): void {
    if (settings && !closing.signal.aborted) void run()
  }

  const timer = setInterval(kick, Math.min(aheadMs, 2 * config.pollMs)).unref()

  return {
    key: async () => (settings ? (await keysOnce()).publicKey : null),
    state: (session) => subscriptionState(db.read, session.id),
    async subscribe(session, subscription) {
      if (!sender) throw refusal('push-off')
      if (!sender.mayReach(subscription)) throw refusal('bad-endpoint')
      // Old offers would seem new.
      if (chainTimeS() === null) throw new HttpError(503, 'the index is catching up', { retryAfterS: 2 })
      const { publicKey } = await keysOnce()
      const nowMs = await db.nowMs()
      await db.transact(async (tx) => {
        const sources = await readInboxSources(tx, session.address, times())
        const known = inboxOf(sources).map(({ id }) => id)
        await addSubscription(tx, db.engine, {
          session: session.id,
          address: session.address,
          subscription: { ...subscription, endpoint: new URL(subscription.endpoint).href },
          vapidKey: publicKey,
          known,
          nowMs,
        })
        hasWallets = null
      })
    },
    unsubscribe: (session) => db.transact((tx) => deleteSubscriptions(tx, [session.id])),
    async announce(tx, events) {
      if (!settings) return
      if (events.some(({ type }) => type === 'hello')) return noteAll(tx)
      const parties = events.flatMap((event) => (event.type === 'offer' ? [event.creator, event.recipient] : []))
      const givers = events.flatMap((event) => (event.type === 'holdings' ? event.addresses : []))
      if (parties.length + givers.length > 0) await noteChanges(tx, [...new Set(parties)], [...new Set(givers)])
    },
    async announceWallets(tx, wallets) {
      if (db.relay !== null) hasWallets = null
      if (settings && hasWallets !== false) hasWallets = await noteChanges(tx, wallets)
    },
    kick,
    kickForTables() {
      if (hasWallets) kick()
    },
    counts: () => counts,
    outbox: () => outboxLength(db.read),
    async close() {
      closing.abort()
      clearInterval(timer)
      await run()
      await Promise.all([...underWay.values()].map(({ sending }) => sending))
      sender?.close()
    },
  }
}

/** Tables don't wait for the chain. Of an offer nothing is said while the index is behind. */
function ofTables({ waiting, muted }: Awaited<ReturnType<typeof sortItems>>) {
  return { waiting: waiting.filter(isOfTable), muted: muted.filter(isOfTable) }
}
