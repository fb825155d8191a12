import { hash } from 'node:crypto'
import {
  type Address,
  inboxOf,
  type InboxItem,
  type InboxKind,
  type InboxSources,
  nextReminderS,
  type Offer,
} from '@parley/domain'
import type { LiveEvent, PushMessage, PushRefusal, WirePushSubscription } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable, Schema } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { readInboxSources } from '../inbox/inboxSources.ts'
import { readMarks, readMuted } from '../inbox/inboxStore.ts'
import { coalesce } from '../lib/async.ts'
import { failureText } from '../log.ts'
import type { Session } from '../sessions/createSessions.ts'
import {
  addSubscription,
  addToOutbox,
  claimEntries,
  closeEntry,
  deleteSubscriptions,
  dueWallets,
  findTarget,
  hasDueEntries,
  hasSubscription,
  holdWallet,
  isAtTable,
  noteAll,
  noteChanges,
  type OutboxEntry,
  outboxLength,
  postpone,
  releaseWallet,
} from './pushStore.ts'
import { createPushSender, type PushOutcome } from './sendPush.ts'
import { loadVapidKeys, type VapidKeys } from './vapidKeys.ts'

/** Tells browsers whose pages are closed (decision I2). */
export interface Push {
  /** The public VAPID key; null where push is switched off. */
  key(): Promise<string | null>
  isOn(session: Session): Promise<boolean>
  /** @throws {HttpError} with the code of the refusal. */
  subscribe(session: Session, subscription: WirePushSubscription): Promise<void>
  unsubscribe(session: Session): Promise<void>
  /** Part of the transaction of a change: pushes follow although this server is killed after it. */
  announce(tx: Transaction<Schema>, events: readonly LiveEvent[]): Promise<void>
  announceWallets(tx: Transaction<Schema>, wallets: readonly Address[]): Promise<void>
  /** After a commit: sends what is due without waiting for the next look. */
  kick(): void
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
const maxUnderWay = 48
/** Longer than a send takes at most. */
const leaseMs = 20_000
const firstRetryMs = 5_000
const maxRetryMs = 30 * 60_000
/** What only tells is of no use later. */
const newsTtlS = 24 * 60 * 60
const urgentS = 60 * 60
const idleLookMs = 2_000

/** These tell of something that is over. */
const news: ReadonlySet<InboxKind> = new Set<InboxKind>(['offer-accepted', 'offer-returned'])

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
  const underWay = new Map<string, Promise<void>>()
  const nowS = () => Math.floor(Date.now() / 1000)
  const times = () => ({ chainS: chainTimeS() ?? nowS(), serverS: nowS() })
  let isClosing = false

  /** Puts the new items of a wallet into the outbox of each of its browsers. */
  async function lookAt(wallet: Address): Promise<void> {
    await db.transact(async (tx) => {
      const held = await holdWallet(tx, db.engine, wallet)
      if (!held) return
      const sources = await readInboxSources(tx, wallet, times())
      if (held.sessions.length > 0) {
        const { waiting, muted } = await sortItems(tx, sources)
        const rows = { sessions: held.sessions, nowMs: Date.now() }
        await addToOutbox(tx, { ...rows, items: waiting.map(({ id }) => id), state: 'waiting' })
        // They aren't sent later either, when the kind is switched on again.
        await addToOutbox(tx, { ...rows, items: muted.map(({ id }) => id), state: 'dropped' })
      }
      await releaseWallet(tx, wallet, { ...held, dueS: nextLookS(sources) })
    })
  }

  async function look(): Promise<void> {
    for (;;) {
      const wallets = await dueWallets(db.read, times().chainS, walletsAtOnce)
      for (const wallet of wallets) await lookAt(wallet)
      if (wallets.length < walletsAtOnce || isClosing) return
    }
  }

  async function deliver(): Promise<void> {
    const limit = maxUnderWay - underWay.size
    if (limit <= 0 || !(await hasDueEntries(db.read, Date.now()))) return
    const claim = { limit, busy: [...underWay.keys()], nowMs: Date.now(), leaseMs }
    const entries = await db.transact((tx) => claimEntries(tx, db.engine, claim))
    for (const entry of entries) {
      const sending = sendEntry(entry)
        .catch((error: unknown) => log.warn({ reason: failureText(error) }, 'a push could not be sent'))
        .finally(() => {
          underWay.delete(entry.session)
          // Its next one, and whatever waited for a place.
          if (!isClosing) kick()
        })
      underWay.set(entry.session, sending)
    }
  }

  async function sendEntry(entry: OutboxEntry): Promise<void> {
    const push = await prepare(entry)
    if (!push || !sender) {
      counts.dropped += 1
      return closeEntry(db.write, entry, 'dropped')
    }
    await settle(entry, push.ttlS, await sender.send(push))
  }

  async function settle(entry: OutboxEntry, ttlS: number, outcome: PushOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'sent':
        counts.sent += 1
        return closeEntry(db.write, entry, 'sent')
      case 'gone':
        counts.gone += 1
        return db.transact((tx) => deleteSubscriptions(tx, [entry.session]))
      case 'refused':
        counts.failed += 1
        return closeEntry(db.write, entry, 'dropped')
      case 'later': {
        counts.failed += 1
        const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(20, entry.attempts - 1))
        const waitMs = Math.max(backoffMs, 1000 * (outcome.afterS ?? 0))
        if (waitMs > 1000 * ttlS) return closeEntry(db.write, entry, 'dropped')
        return postpone(db.write, entry.session, Date.now() + waitMs)
      }
    }
  }

  /** @returns null where there is nothing to tell any more. */
  async function prepare({ session, item: id, addedMs }: OutboxEntry) {
    const target = await findTarget(db.read, session, nowS())
    if (!target) return null
    const { chainS, serverS } = times()
    const sources = await readInboxSources(db.read, target.address, { chainS, serverS })
    const item = (await sortItems(db.read, sources)).waiting.find((one) => one.id === id)
    if (!item || (await isWatched(item))) return null
    const leftS = item.subject.kind === 'offer' ? item.deadlineS - chainS : item.deadlineS - serverS
    const ageS = (Date.now() - addedMs) / 1000
    const isLasting = news.has(item.kind) || item.kind === 'expired' || item.kind === 'not-returned'
    const ttlS = Math.floor(isLasting ? newsTtlS - ageS : Math.min(newsTtlS - ageS, leftS))
    if (ttlS <= 0) return null
    const message = messageOf(item, session)
    return { subscription: target.subscription, message, ttlS, isUrgent: item.needsYou && leftS <= urgentS }
  }

  async function isWatched({ subject }: InboxItem): Promise<boolean> {
    if (subject.kind !== 'table') return false
    const { tableId, seat } = subject
    return isAtTable(db.read, { tableId, seat, nowMs: Date.now() })
  }

  const run = coalesce(async () => {
    if (chainTimeS() === null) return
    try {
      await look()
      await deliver()
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'the outbox of pushes could not be worked off')
    }
  })

  function kick(): void {
    if (settings && !isClosing) void run()
  }

  const timer = setInterval(kick, Math.min(idleLookMs, 2 * config.pollMs)).unref()

  return {
    key: async () => (settings ? (await keysOnce()).publicKey : null),
    isOn: (session) => hasSubscription(db.read, session.id),
    async subscribe(session, subscription) {
      if (!sender) throw refusal('push-off')
      if (!sender.mayReach(subscription)) throw refusal('bad-endpoint')
      // Old offers would seem new.
      if (chainTimeS() === null) throw new HttpError(503, 'the index is catching up', { retryAfterS: 2 })
      await db.transact(async (tx) => {
        const sources = await readInboxSources(tx, session.address, times())
        const known = inboxOf(sources).map(({ id }) => id)
        await addSubscription(tx, {
          session: session.id,
          address: session.address,
          subscription,
          known,
          nowMs: Date.now(),
        })
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
      if (settings) await noteChanges(tx, wallets)
    },
    kick,
    counts: () => counts,
    outbox: () => outboxLength(db.read),
    async close() {
      isClosing = true
      clearInterval(timer)
      await run()
      await Promise.all(underWay.values())
      sender?.close()
    },
  }
}

/** Unread items that need the wallet, and news of its offers. */
async function sortItems(db: Queryable, sources: InboxSources) {
  const { viewer } = sources
  const [marks, muted] = await Promise.all([readMarks(db, viewer), readMuted(db, viewer)])
  const items = inboxOf(sources).filter(({ id, kind, needsYou }) => (needsYou || news.has(kind)) && !marks.has(id))
  return {
    waiting: items.filter(({ kind }) => !muted.includes(kind)),
    muted: items.filter(({ kind }) => muted.includes(kind)),
  }
}

/** When time alone changes the inbox. */
function nextLookS({ offers, chainS }: { readonly offers: readonly Offer[]; readonly chainS: number }): number {
  return Math.min(...offers.map((offer) => nextReminderS(offer, chainS) ?? never), never)
}

const never = Number.MAX_SAFE_INTEGER

/** The tag is the same each time. A push service keeps one push of a topic, and a browser one notification of a tag. */
function messageOf({ id, needsYou, other, subject }: InboxItem, session: string): PushMessage {
  return {
    tag: hash('sha256', `${session} ${id}`, 'base64url').slice(0, 32),
    about: subject.kind,
    needsYou,
    other: `${other.slice(0, 6)}…${other.slice(-4)}`,
    path: subject.kind === 'offer' ? `/p2p/${subject.offerId}` : `/table/${subject.tableId}`,
    id,
  }
}

const sentences: Readonly<Record<PushRefusal, string>> = {
  'push-off': 'push is switched off here',
  'bad-endpoint': 'not a push service on the public internet, or not its keys',
}

function refusal(code: PushRefusal): HttpError {
  return new HttpError(code === 'push-off' ? 404 : 400, sentences[code], { code })
}
