import {
  type Address,
  type InboxItem,
  inboxKeptS,
  inboxOf,
  type InboxSources,
  isOfBlocked,
  isOnChainClock,
  lapsesAtS,
  nextReminderS,
  nftKey,
  type TableSide,
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
  const items = inboxOf(sources).map((item) =>
    // Assigned to: the items are its own, and a copy of each takes as long as deriving it.
    Object.assign(item, { isRead: marks.has(item.id) || isHistory(item) || isOfBlocked(item, sources) }),
  )
  const counts = { unread: 0, needsYou: 0 }
  /** When the first of the settled ones goes. */
  const gone = { chainS: Infinity, serverS: Infinity }
  for (const { isRead, needsYou, kind, orderS } of items) {
    if (!isRead) counts.unread += 1
    const clock = isOnChainClock(kind) ? 'chainS' : 'serverS'
    if (needsYou) counts.needsYou += 1
    else gone[clock] = Math.min(gone[clock], orderS + inboxKeptS + 1)
  }
  const open = sources.offers.filter(({ settlement }) => settlement === null)
  const soonest = (all: readonly (number | null)[]) => Math.min(...all.map((atS) => atS ?? Infinity))
  const isSmall = sources.offers.length + sources.tables.length <= maxKeptSources && marks.size <= maxKeptSources
  return {
    items,
    counts,
    times: { chainS, serverS },
    wasRead: since !== null,
    until: {
      chainS: soonest([gone.chainS, ...open.map((offer) => nextReminderS(offer, chainS))]),
      serverS: soonest([
        gone.serverS,
        ...sources.tables.map(({ table, lock, lockEndsS = Infinity }) => {
          const lapsesS = lapsesAtS(table, lock === null ? 0 : lockEndsS) + 1
          return lapsesS > serverS ? lapsesS : null
        }),
      ]),
    },
    givers: new Set([
      ...open.map(({ recipient }) => recipient),
      ...sources.tables.flatMap(({ table }) => [table.opener, table.guest]),
    ]),
    from: isSmall ? { sources, marks, since } : null,
  }
}

/** What it takes in memory at most, about. An NFT that an item shares with its offer is counted twice. */
export function bytesOf({ items, from }: Pick<DerivedInbox, 'items' | 'from'>): number {
  const ofItems = items.reduce(
    (sum, { gives, gets, decline }) => sum + itemBytes + sideBytes(gives, gets) + 2 * (decline?.text.length ?? 0),
    inboxBytes,
  )
  if (!from) return ofItems
  const { marks, sources } = from
  const ofOffers = sources.offers.reduce(
    (sum, { offered, requested }) => sum + offerBytes + nftBytes * (offered.length + requested.length),
    0,
  )
  const ofTables = sources.tables.reduce((sum, { table: { version, agreed } }) => {
    const deals = [version.deal, version.answers, agreed?.deal ?? null].filter((deal) => deal !== null)
    return sum + tableBytes + deals.reduce((all, { opener, guest }) => all + sideBytes(opener, guest), 0)
  }, 0)
  return ofItems + ofOffers + ofTables + markBytes * marks.size
}

/** Measured on Node's heap, and rounded up. */
const [inboxBytes, itemBytes, offerBytes, tableBytes, markBytes, nftBytes] = [1_500, 700, 1_000, 2_500, 200, 130]

function sideBytes(...sides: readonly TableSide[]): number {
  return sides.reduce((sum, { nfts }) => sum + nftBytes * nfts.length, 0)
}

/** The part of an inbox that changes are found by. Far smaller, and kept for each open page. */
export interface ToldInbox extends Pick<DerivedInbox, 'until' | 'givers'> {
  /** By the item's id. */
  readonly states: ReadonlyMap<string, string>
}

export function toldOf({ items, until, givers }: DerivedInbox): ToldInbox {
  const stateOf = ({ isRead, needsYou, act, nfts }: ReadableItem) =>
    [isRead, needsYou, act, ...nfts.map(nftKey)].join(' ')
  return { until, givers, states: new Map(items.map((item) => [item.id, stateOf(item)])) }
}

/** Also in the same order. */
export function sameStates(one: ToldInbox, other: ToldInbox): boolean {
  const linesOf = ({ states }: ToldInbox) => [...states].join('\n')
  return linesOf(one) === linesOf(other)
}
