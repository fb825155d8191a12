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
import { maxTables, readInboxSources, type TableSource } from './inboxSources.ts'
import { type MarksAndSince, readMarksAndSince } from './inboxStore.ts'

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
  /** What it was derived from. Null where that is too much to be kept in memory. */
  readonly from: InboxRows | null
}

export interface InboxRows extends MarksAndSince {
  readonly sources: InboxSources
}

type Times = Pick<InboxSources, 'chainS' | 'serverS'>

/** Offers and tables that are kept for each of some thousand wallets. */
export const maxKeptSources = 60

export async function deriveInbox(db: Queryable, wallet: Address, times: Times): Promise<DerivedInbox> {
  const [sources, marksAndSince] = await Promise.all([
    readInboxSources(db, wallet, times),
    readMarksAndSince(db, wallet),
  ])
  return inboxFrom({ sources, ...marksAndSince })
}

/** The same inbox after a change of one table: nothing else is read again. Null if it must be derived again. */
export function withTable({ from }: DerivedInbox, { entry, moved }: TableSource, times: Times): DerivedInbox | null {
  if (!from) return null
  const { id } = entry.table
  const { tables, moved: movedBefore } = from.sources
  const movedNow = new Map(movedBefore)
  if (moved) movedNow.set(id, moved)
  else movedNow.delete(id)
  // The newest change first.
  const others = tables.filter(({ table }) => table.id !== id)
  const sources = { ...from.sources, ...times, tables: [entry, ...others].slice(0, maxTables), moved: movedNow }
  return inboxFrom({ ...from, sources })
}

export function inboxFrom({ sources, marks, since }: InboxRows): DerivedInbox {
  const { chainS, serverS } = sources
  const isHistory = ({ kind, orderS, needsYou }: InboxItem) =>
    since !== null && !needsYou && orderS < (isOnChainClock(kind) ? since.chainS : since.serverS)
  const items = inboxOf(sources).map((item) => ({ ...item, isRead: marks.has(item.id) || isHistory(item) }))
  const open = sources.offers.filter(({ settlement }) => settlement === null)
  const soonest = (all: readonly (number | null)[]) => Math.min(...all.map((atS) => atS ?? Infinity))
  const isSmall = sources.offers.length + sources.tables.length <= maxKeptSources && marks.size <= maxKeptSources
  return {
    items,
    counts: {
      unread: items.filter(({ isRead }) => !isRead).length,
      needsYou: items.filter(({ needsYou }) => needsYou).length,
    },
    times: { chainS, serverS },
    wasRead: since !== null,
    until: {
      chainS: soonest(open.map((offer) => nextReminderS(offer, chainS))),
      serverS: soonest(
        sources.tables.map(({ table }) => {
          const lapsesS = table.changedAtS + tableLapseS + 1
          return lapsesS > serverS ? lapsesS : null
        }),
      ),
    },
    givers: new Set([
      ...open.map(({ recipient }) => recipient),
      ...sources.tables.flatMap(({ table }) => [table.opener, table.guest]),
    ]),
    from: isSmall ? { sources, marks, since } : null,
  }
}

export function sameItems(one: DerivedInbox, other: DerivedInbox): boolean {
  const faceOf = ({ items }: DerivedInbox) =>
    items.map(({ id, isRead, needsYou }) => `${id} ${isRead} ${needsYou}`).join('\n')
  return one.items.length === other.items.length && faceOf(one) === faceOf(other)
}
