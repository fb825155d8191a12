import {
  type Address,
  type InboxItem,
  inboxOf,
  type InboxSources,
  isOnChainClock,
  nextReminderS,
  tableLapseS,
} from '@parley/domain'
import type { InboxCounts, ReadableItem } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import { readInboxSources } from './inboxSources.ts'
import { readMarksAndSince } from './inboxStore.ts'

/** An inbox as it was derived last. */
export interface DerivedInbox {
  readonly items: readonly ReadableItem[]
  readonly counts: InboxCounts
  readonly times: Times
  /** Whether it was read before, at any time. */
  readonly wasRead: boolean
  /** From then on it is another one, by time alone. */
  readonly until: Times
  /** Whose NFTs it depends on. */
  readonly givers: ReadonlySet<Address>
}

type Times = Pick<InboxSources, 'chainS' | 'serverS'>

export async function deriveInbox(db: Queryable, wallet: Address, times: Times): Promise<DerivedInbox> {
  const [sources, { marks, since }] = await Promise.all([
    readInboxSources(db, wallet, times),
    readMarksAndSince(db, wallet),
  ])
  const isHistory = ({ kind, orderS, needsYou }: InboxItem) =>
    since !== null && !needsYou && orderS < (isOnChainClock(kind) ? since.chainS : since.serverS)
  const items = inboxOf(sources).map((item) => ({ ...item, isRead: marks.has(item.id) || isHistory(item) }))
  const open = sources.offers.filter(({ settlement }) => settlement === null)
  const soonest = (all: readonly (number | null)[]) => Math.min(...all.map((atS) => atS ?? Infinity))
  return {
    items,
    counts: {
      unread: items.filter(({ isRead }) => !isRead).length,
      needsYou: items.filter(({ needsYou }) => needsYou).length,
    },
    times,
    wasRead: since !== null,
    until: {
      chainS: soonest(open.map((offer) => nextReminderS(offer, times.chainS))),
      serverS: soonest(
        sources.tables.map(({ table }) => {
          const lapsesS = table.changedAtS + tableLapseS + 1
          return lapsesS > times.serverS ? lapsesS : null
        }),
      ),
    },
    givers: new Set([
      ...open.map(({ recipient }) => recipient),
      ...sources.tables.flatMap(({ table }) => [table.opener, table.guest]),
    ]),
  }
}

export function sameItems(one: DerivedInbox, other: DerivedInbox): boolean {
  const faceOf = ({ items }: DerivedInbox) =>
    items.map(({ id, isRead, needsYou }) => `${id} ${isRead} ${needsYou}`).join('\n')
  return one.items.length === other.items.length && faceOf(one) === faceOf(other)
}
