import { hash } from 'node:crypto'
import { inboxOf, type InboxItem, type InboxKind, type InboxSources, nextReminderS, type Offer } from '@parley/domain'
import type { PushMessage } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import { readMarks, readMuted } from '../inbox/inboxStore.ts'

/** These tell of something that is over. */
const news: ReadonlySet<InboxKind> = new Set<InboxKind>(['offer-accepted', 'offer-returned'])

/** Unread items that need the wallet, and news of its offers. */
export async function sortItems(db: Queryable, sources: InboxSources) {
  const { viewer } = sources
  const [marks, muted] = await Promise.all([readMarks(db, viewer), readMuted(db, viewer)])
  const items = inboxOf(sources).filter(({ id, kind, needsYou }) => (needsYou || news.has(kind)) && !marks.has(id))
  return {
    waiting: items.filter(({ kind }) => !muted.includes(kind)),
    muted: items.filter(({ kind }) => muted.includes(kind)),
  }
}

/** When time alone changes the inbox. */
export function nextLookS({ offers, chainS }: { readonly offers: readonly Offer[]; readonly chainS: number }): number {
  return Math.min(...offers.map((offer) => nextReminderS(offer, chainS) ?? never), never)
}

const never = Number.MAX_SAFE_INTEGER

/** The tag is the same each time. A push service keeps one push of a topic, and a browser one notification of a tag. */
export function messageOf({ id, needsYou, other, subject }: InboxItem, session: string): PushMessage {
  return {
    tag: hash('sha256', `${session} ${id}`, 'base64url').slice(0, 32),
    about: subject.kind,
    needsYou,
    other: `${other.slice(0, 6)}…${other.slice(-4)}`,
    path: subject.kind === 'offer' ? `/p2p/${subject.offerId}` : `/table/${subject.tableId}`,
    id,
  }
}

/** What only tells is of no use later. */
const newsTtlS = 24 * 60 * 60

/** For how long a push is worth delivering: until its deadline, where it has one. */
export function lifetimeS(
  { kind }: InboxItem,
  { ageS, leftS }: { readonly ageS: number; readonly leftS: number },
): number {
  const isLasting = news.has(kind) || kind === 'expired' || kind === 'not-returned'
  return Math.floor(isLasting ? newsTtlS - ageS : Math.min(newsTtlS - ageS, leftS))
}
