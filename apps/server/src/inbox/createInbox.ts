import { randomUUID } from 'node:crypto'
import type { Address } from '@parley/domain'
import type { InboxCounts } from '@parley/protocol'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { AnswerMember } from '../http/readyAnswers.ts'
import { coalesceByKey } from '../lib/async.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { failureText } from '../log.ts'
import type { Push } from '../push/createPush.ts'
import type { Session, Sessions } from '../sessions/createSessions.ts'
import { type DerivedInbox, sameStates, type ToldInbox, toldOf } from './derivedInbox.ts'
import { isAfter, isAmong, pageOf, readCursor } from './inboxPage.ts'
import { changeMuted, markRead, readMuted } from './inboxStore.ts'
import { type ChangedTable, createKeptInboxes } from './keptInboxes.ts'

export type InboxRoutes =
  | 'inbox'
  | 'readInbox'
  | 'inboxSettings'
  | 'changeInboxSettings'
  | 'subscribePush'
  | 'unsubscribePush'

/** What changed for a wallet. `added`: ids of new, unread items. */
export interface InboxNews {
  readonly counts: InboxCounts
  readonly added: string[]
}

export interface FollowedInbox {
  /** Resolves once it is known what changes are measured against: later ones are all told. Never rejects. */
  readonly known: Promise<void>
  end(): void
}

export interface Inbox {
  readonly handlers: Pick<Handlers, InboxRoutes>
  /** The first page of a session's inbox, where nothing has to be waited for. */
  readonly answerReady: AnswerMember
  /** Each change of a wallet's inbox, once. */
  follow(wallet: Address, listener: (news: InboxNews) => void): FollowedInbox
  counts(wallet: Address): Promise<InboxCounts>
  /** Part of the transaction of a change at a table of these wallets. */
  announce(tx: Transaction<Schema>, wallets: readonly Address[]): Promise<void>
  /** A change of what a wallet alone decides: told to its open pages on every server after the commit. */
  change<T>(wallet: Address, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** After the commit of it, on every server. `read` is called once at most, and only if an inbox needs it. */
  tableChanged(wallets: readonly Address[], read: () => Promise<ChangedTable>): void
  close(): Promise<void>
}

interface InboxParts extends Pick<Context, 'db' | 'live' | 'log'> {
  readonly sessions: Pick<Sessions, 'require' | 'now'>
  readonly push: Pick<
    Push,
    'key' | 'state' | 'subscribe' | 'unsubscribe' | 'kick' | 'kickForTables' | 'announceWallets'
  >
  /** Chain time of the newest block; null before the first. */
  readonly chainTimeS: () => number | null
  /** Of the inboxes in memory. */
  readonly maxBytes: number
}

/** A wallet with open pages, and the inbox that they have seen last. */
interface Followed {
  readonly wallet: Address
  readonly listeners: Set<(news: InboxNews) => void>
  told: ToldInbox | null
}

const firstPageUrl = /^\/api\/inbox\?as=(0x[0-9a-fA-F]{40})$/
const changesAMinute = 120
const costOfSubscription = 2

export async function createInbox(parts: InboxParts): Promise<Inbox> {
  const { db, live, log, sessions, push, chainTimeS, maxBytes } = parts
  const { snapshotNow } = db
  const own = randomUUID()
  const kept = createKeptInboxes(db, chainTimeS, { maxBytes })
  const followed = new Map<string, Followed>()
  const buckets = new TokenBuckets({ capacity: changesAMinute / 2, perSecond: changesAMinute / 60 })

  const tell = coalesceByKey(async (key) => {
    const entry = followed.get(key)
    if (!entry) return
    try {
      const { told } = entry
      const now = await kept.current(entry.wallet)
      entry.told = toldOf(now)
      if (!told) return
      const added = now.items.filter(({ id, isRead }) => !isRead && !told.states.has(id)).map(({ id }) => id)
      if (added.length === 0 && sameStates(told, entry.told)) return
      for (const listener of entry.listeners) listener({ counts: now.counts, added })
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'a change of an inbox could not be told')
    }
  })

  function tellFollowed(wallets: readonly Address[]): void {
    for (const wallet of wallets) if (followed.has(wallet)) void tell(wallet)
  }

  function changed(wallets: readonly Address[]): void {
    kept.forget(wallets)
    tellFollowed(wallets)
  }

  function changedAll(): void {
    kept.forgetAll()
    for (const wallet of followed.keys()) void tell(wallet)
  }

  const unsubscribe = live.subscribe(({ event }) => {
    switch (event.type) {
      case 'offer':
        changed([event.creator, event.recipient])
        break
      case 'holdings':
        void changedByGivers(event.addresses)
        break
      case 'head':
        changedByTime()
        break
      case 'hello':
        changedAll()
        break
      default:
        return
    }
    push.kick()
  })

  async function changedByGivers(givers: readonly Address[]): Promise<void> {
    // Open pages first: their inboxes may have left the memory.
    const isTouched = (wallet: Address, inbox: Pick<DerivedInbox, 'givers'> | null) =>
      !inbox || givers.some((giver) => giver === wallet || inbox.givers.has(giver))
    for (const { wallet, told } of followed.values()) if (isTouched(wallet, told)) changed([wallet])
    for (const [wallet, { inbox, page }] of kept.all()) {
      const known = page ?? (await inbox?.catch(() => null)) ?? null
      if (isTouched(wallet, known)) changed([wallet])
    }
  }

  function changedByTime(): void {
    for (const { wallet, told } of followed.values()) if (told && kept.isOver(told)) changed([wallet])
  }

  const stopHearing = await db.relay?.hear(
    (text) => {
      const note = readNote(text)
      if (note && note.from !== own) changed([note.inbox])
    },
    () => changedAll(),
  )

  async function actor(request: FastifyRequest, as: Address, cost: number): Promise<Session> {
    const session = await sessions.require(request, as)
    if (!buckets.take(session.address, cost))
      throw new HttpError(429, 'too many changes in a short time', { retryAfterS: 2 })
    return session
  }

  const change: Inbox['change'] = async (wallet, work) => {
    const done = await db.transact(async (tx) => {
      const result = await work(tx)
      await db.relay?.send(tx, JSON.stringify({ from: own, inbox: wallet }))
      return result
    })
    changed([wallet])
    return done
  }

  async function settings(session: Session) {
    const [muted, key, state] = await Promise.all([
      readMuted(db.read, session.address),
      push.key(),
      push.state(session),
    ])
    const body = { success: true as const, muted, push: { key, ...state } }
    return { status: 200 as const, body }
  }

  const handlers: Inbox['handlers'] = {
    async inbox({ query: { as, cursor }, request }) {
      const { address: wallet } = await actor(request, as, 0)
      if (cursor === undefined) return { status: 200, body: (await kept.page(wallet)).body }
      return { status: 200, body: pageOf(await kept.current(wallet), readCursor(cursor)) }
    },
    async readInbox({ query, body, request }) {
      const { address: wallet } = await actor(request, query.as, 1)
      const { items } = await kept.current(wallet)
      const isMeant = 'ids' in body ? isAmong(body.ids) : isAfter(readCursor(body.after))
      const ids = items.filter((item) => !item.isRead && isMeant(item)).map(({ id }) => id)
      if (ids.length > 0) {
        const atS = Math.floor(Date.now() / 1000)
        await change(wallet, (tx) => markRead(tx, wallet, { items: ids, atS }))
      }
      const { counts } = await kept.current(wallet)
      return { status: 200, body: { success: true, counts } }
    },
    inboxSettings: async ({ query, request }) => settings(await actor(request, query.as, 0)),
    async changeInboxSettings({ query, body, request }) {
      const session = await actor(request, query.as, 1)
      await db.transact((tx) => changeMuted(tx, session.address, body))
      return settings(session)
    },
    async subscribePush({ query, body, request }) {
      const session = await actor(request, query.as, costOfSubscription)
      await push.subscribe(session, body)
      return settings(session)
    },
    async unsubscribePush({ query, request }) {
      const session = await actor(request, query.as, 1)
      await push.unsubscribe(session)
      return settings(session)
    },
  }

  return {
    handlers,
    answerReady(url, headers) {
      const [, as] = firstPageUrl.exec(url) ?? []
      if (as === undefined) return null
      const readNow = () => {
        const session = sessions.now({ method: 'GET', headers })
        if (!session || session.address !== as) return null
        return kept.pageNow(session.address)?.ready ?? null
      }
      return snapshotNow === null ? readNow() : snapshotNow(readNow)
    },
    announce: (tx, wallets) => push.announceWallets(tx, wallets),
    change,
    tableChanged(wallets, read) {
      kept.tableChanged(wallets, read)
      tellFollowed(wallets)
      push.kickForTables()
    },
    counts: async (wallet) => (await kept.current(wallet)).counts,
    follow(wallet, listener) {
      const entry = followed.get(wallet) ?? { wallet, listeners: new Set(), told: null }
      followed.set(wallet, entry)
      entry.listeners.add(listener)
      return {
        known: tell(wallet),
        end() {
          entry.listeners.delete(listener)
          if (entry.listeners.size === 0 && followed.get(wallet) === entry) followed.delete(wallet)
        },
      }
    },
    async close() {
      unsubscribe()
      await stopHearing?.()
    },
  }
}

const noteSchema = z.object({ from: z.string(), inbox: z.templateLiteral(['0x', z.string()]) })

/** @returns null for a note about something else. */
function readNote(text: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
