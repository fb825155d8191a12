import { hash } from 'node:crypto'
import {
  inboxOf,
  type InboxItem,
  type InboxKind,
  type InboxOffer,
  inboxPath,
  isOfBlocked,
  type InboxSources,
  nextReminderS,
} from '@parley/domain'
import type { PushMessage } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import { readInboxSources } from '../inbox/inboxSources.ts'
import { readMarks, readMuted } from '../inbox/inboxStore.ts'
import type { OutboxEntry } from './pushOutbox.ts'
import { findTarget, isAtTable } from './pushStore.ts'
import type { Push } from './sendPush.ts'

/** These tell of something that is over. */
const news: ReadonlySet<InboxKind> = new Set<InboxKind>(['offer-accepted', 'offer-returned'])

/** Unread items that need the wallet, and news of its offers. Muted: of kinds and wallets that it wants none of. */
export async function sortItems(db: Queryable, sources: InboxSources) {
  const { viewer } = sources
  const [marks, muted] = await Promise.all([readMarks(db, viewer), readMuted(db, viewer)])
  const isMuted = (item: InboxItem) => muted.includes(item.kind) || isOfBlocked(item, sources)
  const items = inboxOf(sources).filter(
    (item) => (item.needsYou || news.has(item.kind) || isOfBlocked(item, sources)) && !marks.has(item.id),
  )
  return { waiting: items.filter((item) => !isMuted(item)), muted: items.filter(isMuted) }
}

/** Whether an item can be told of while the chain's time is unknown. */
export function isOfTable({ kind }: Pick<InboxItem, 'kind'>): boolean {
  return kind.startsWith('table-')
}

export interface PushTimes {
  /** Null while the index is behind the chain. */
  readonly chainS: number | null
  /** The server's clock. */
  readonly serverS: number
  /** The database's clock. */
  readonly nowMs: number
}

/** Someone at the table has this long to read it. A page that is only left open doesn't. */
const watchedMs = 15_000
export const aheadMs = 2_000

/** @returns null if there is nothing to tell any more, `untilMs` where it is to be looked at again then. */
export async function preparePush(
  db: Queryable,
  { session, item: id, addedMs }: OutboxEntry,
  { chainS, serverS, nowMs }: PushTimes,
): Promise<Push | { readonly untilMs: number } | null> {
  const later = { untilMs: nowMs + aheadMs }
  const target = await findTarget(db, session, serverS)
  if (!target) return null
  const sources = await readInboxSources(db, target.address, { chainS: chainS ?? serverS, serverS })
  const item = (await sortItems(db, sources)).waiting.find((one) => one.id === id)
  if (chainS === null && !(item ? isOfTable(item) : id.startsWith('table-'))) return later
  if (!item) return isAhead(id, sources) ? later : null
  const readableMs = addedMs + watchedMs
  if (nowMs < readableMs && (await isWatched(db, item, nowMs))) return { untilMs: readableMs }
  const leftS = item.deadlineS - (item.subject.kind === 'offer' ? (chainS ?? serverS) : serverS)
  const ttlS = lifetimeS(item, { ageS: (nowMs - addedMs) / 1000, leftS })
  if (ttlS <= 0) return null
  const isUrgent = item.needsYou && leftS <= urgentS
  return { subscription: target.subscription, message: messageOf(item, session), ttlS, isUrgent }
}

async function isWatched(db: Queryable, { subject }: InboxItem, nowMs: number): Promise<boolean> {
  return subject.kind === 'table' && isAtTable(db, { tableId: subject.tableId, seat: subject.seat, nowMs })
}

const urgentS = 60 * 60

/**
 * Whether an item is still to come with chain time.
 *
 * A server that knows of a newer block may have put it into the outbox. A read or muted item isn't ahead.
 */
function isAhead(id: string, sources: InboxSources): boolean {
  if (inboxOf(sources).some((item) => item.id === id)) return false
  return sources.offers.some((offer) => {
    for (let atS = nextReminderS(offer, sources.chainS); atS !== null; atS = nextReminderS(offer, atS))
      if (inboxOf({ ...sources, offers: [offer], tables: [], chainS: atS }).some((item) => item.id === id)) return true
    return false
  })
}

/** When time alone changes the inbox. */
export function nextLookS({
  offers,
  chainS,
}: {
  readonly offers: readonly InboxOffer[]
  readonly chainS: number
}): number {
  return Math.min(...offers.map((offer) => nextReminderS(offer, chainS) ?? never), never)
}

const never = Number.MAX_SAFE_INTEGER

/** The tag is the same each time. A push service keeps one push of a topic, and a browser one notification of a tag. */
function messageOf(item: InboxItem, session: string): PushMessage {
  const { id, needsYou, other, subject } = item
  return {
    tag: hash('sha256', `${session} ${id}`, 'base64url').slice(0, 32),
    about: subject.kind,
    needsYou,
    other: `${other.slice(0, 6)}…${other.slice(-4)}`,
    path: inboxPath(item),
    id,
  }
}

/** What only tells is of no use later. */
const newsTtlS = 24 * 60 * 60

/** For how long a push is worth delivering: until its deadline, where it has one. */
function lifetimeS({ kind }: InboxItem, { ageS, leftS }: { readonly ageS: number; readonly leftS: number }): number {
  const isLasting = news.has(kind) || kind === 'expired' || kind === 'not-returned'
  return Math.floor(isLasting ? newsTtlS - ageS : Math.min(newsTtlS - ageS, leftS))
}
