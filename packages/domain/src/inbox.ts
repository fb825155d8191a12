import { type Address, sameAddress } from './address.ts'
import type { Nft } from './nft.ts'
import { type Offer, type OfferId, outcomeOf, type Settlement, statusOf } from './offer.ts'
import {
  type DeclineReason,
  otherSeat,
  sameDeal,
  type Seat,
  type Table,
  lapsesAtS,
  type TableDeal,
  type TableSide,
  tableState,
} from './table.ts'

/** What an inbox can hold (decision I1). */
export const inboxKinds = [
  'offer-received',
  'offer-accepted',
  'offer-declined',
  'offer-returned',
  'expires-in-day',
  'expires-in-hour',
  /** Expired, with the NFTs still in the escrow. */
  'expired',
  /** A collection didn't let an NFT go home. */
  'not-returned',
  /** An NFT of the deal left the wallet that is to give it, or the escrow. */
  'nft-moved',
  'table-answer',
  'table-declined',
  /** Agreed, and the viewer's to lock in. */
  'table-lock',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** What settles an item: one press. */
export const inboxActs = ['answer-offer', 'take-back', 'bring-home', 'claim', 'answer-table', 'lock-in'] as const
export type InboxAct = (typeof inboxActs)[number]

export type InboxSubject =
  | {
      readonly kind: 'offer'
      readonly offerId: OfferId
      readonly escrow: Address
      readonly role: 'creator' | 'recipient'
    }
  | { readonly kind: 'table'; readonly tableId: string; readonly version: number; readonly seat: Seat }

/** Something that happened to a wallet. */
export interface InboxItem {
  /** Made of kind and subject, so the same after the index was built again, and on every device. */
  readonly id: string
  readonly kind: InboxKind
  /**
   * Unix seconds: chain time; the server's clock for tables and declines. Null where it isn't known when.
   */
  readonly atS: number | null
  /** What the list is ordered by: `atS`, or else the time of the offer or version. */
  readonly orderS: number
  /** Whether it still waits for the viewer. Settled elsewhere counts, and blocking an offer's creator. */
  readonly needsYou: boolean
  /** Null where nothing is left to do. */
  readonly act: InboxAct | null
  readonly subject: InboxSubject
  /** The other party. */
  readonly other: Address
  /** What the viewer gives and gets. */
  readonly gives: TableSide
  readonly gets: TableSide
  /** When the offer expires, or the table lapses, unix seconds. */
  readonly deadlineS: number
  /** With `nft-moved` and `not-returned`: which. */
  readonly nfts: readonly Nft[]
  readonly decline: InboxDecline | null
  /** With `table-answer`, where the other party's version has other terms than the viewer's before it. */
  readonly counter: InboxCounter | null
}

/** The rest of what a counter's changes are derived from; the item's sides are what it asks for now. */
export interface InboxCounter extends Pick<TableDeal, 'durationMinutes'> {
  /** The viewer's version. */
  readonly before: TableDeal
}

export interface InboxDecline {
  readonly reason: DeclineReason
  /** The recipient's own words; may be empty. */
  readonly text: string
}

/** What an inbox needs of an offer: all but its transactions. */
export interface InboxOffer extends Pick<
  Offer,
  | 'id'
  | 'escrow'
  | 'creator'
  | 'recipient'
  | 'offered'
  | 'requested'
  | 'coins'
  | 'createdAtS'
  | 'expiresAtS'
  | 'unreturned'
> {
  readonly settlement: Omit<Settlement, 'txHash'> | null
}

/** All that the inbox of a wallet is derived from. */
export interface InboxSources {
  readonly viewer: Address
  /** In either role, without duplicates. */
  readonly offers: readonly InboxOffer[]
  /** Of offers that the viewer created. */
  readonly declines: ReadonlyMap<OfferId, InboxDecline & { readonly atS: number }>
  /** Of offers that the viewer created: NFTs that were claimed after their return had failed. */
  readonly claims?: ReadonlyMap<OfferId, ClaimedNfts>
  /**
   * Of open offers and tables, by their id: NFTs that their giver, or the escrow, holds no more. An unknown holder counts as
   * holding. Of received offers, those that are offered.
   */
  readonly moved: ReadonlyMap<string, MovedNfts>
  /** Wallets that the viewer has blocked: their offers don't need the viewer. */
  readonly blocked?: ReadonlySet<Address>
  readonly tables: readonly {
    readonly table: Table
    readonly lock: 'open' | 'completed' | 'cancelled' | null
    /** When it expires or ended, chain time. */
    readonly lockEndsS?: number | undefined
  }[]
  /** Chain time, unix seconds. */
  readonly chainS: number
  /** The server's clock, unix seconds. */
  readonly serverS: number
}

export interface MovedNfts {
  readonly nfts: readonly Nft[]
  /** When the last of them left, unix seconds; null if unknown. */
  readonly atS: number | null
}

export interface ClaimedNfts {
  readonly nfts: readonly Nft[]
  /** When the last of them was claimed, unix seconds of chain time. */
  readonly atS: number
}

/** How long settled items stay. */
export const inboxKeptS = 30 * 24 * 60 * 60

const reminders = [
  { kind: 'expires-in-day', aheadS: 24 * 60 * 60 },
  { kind: 'expires-in-hour', aheadS: 60 * 60 },
] as const

/**
 * The inbox of a wallet: what needs it first, then the rest, each newest first. It follows from its sources alone, so dropping
 * the index and building it again brings back the same items.
 */
export function inboxOf(sources: InboxSources): InboxItem[] {
  return [
    ...sources.offers.flatMap((offer) => itemsOfOffer(offer, sources)),
    ...sources.tables.flatMap((entry) => itemsOfTable(entry, sources)),
  ]
    .filter(({ needsYou, kind, orderS }) => needsYou || orderS >= nowOf(kind, sources) - inboxKeptS)
    .toSorted(compareInboxItems)
}

/** The page that settles an item, or shows what became of it: for a row and for its push. */
export function inboxPath({ subject, act }: Pick<InboxItem, 'subject' | 'act'>): string {
  if (subject.kind === 'table') return `/table/${subject.tableId}`
  return act === 'bring-home' || act === 'claim' ? '/escrow' : `/p2p/${subject.offerId}`
}

/** Whether the viewer wants to hear nothing of it: someone they blocked made the offer. */
export function isOfBlocked({ subject, other }: InboxItem, { blocked }: Pick<InboxSources, 'blocked'>): boolean {
  return subject.kind === 'offer' && subject.role === 'recipient' && blocked?.has(other) === true
}

/** A place in the order of an inbox. */
export type InboxPlace = Pick<InboxItem, 'needsYou' | 'orderS' | 'id'>

export function compareInboxItems(one: InboxPlace, other: InboxPlace): number {
  if (one.needsYou !== other.needsYou) return one.needsYou ? -1 : 1
  if (one.orderS !== other.orderS) return other.orderS - one.orderS
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

/** Whether the time of such items is the chain's; else it is the server's. */
export function isOnChainClock(kind: InboxKind): boolean {
  return !['offer-declined', 'table-answer', 'table-declined', 'table-lock'].includes(kind)
}

function nowOf(kind: InboxKind, { chainS, serverS }: Pick<InboxSources, 'chainS' | 'serverS'>): number {
  return isOnChainClock(kind) ? chainS : serverS
}

/** The next second of chain time at which time alone changes the items of an open offer; null for none. */
export function nextReminderS({ createdAtS, expiresAtS, settlement }: InboxOffer, chainS: number): number | null {
  if (settlement) return null
  const times = reminders
    .map(({ aheadS }) => expiresAtS - aheadS)
    .filter((atS) => atS > createdAtS)
    .concat(expiresAtS + 1)
  return times.find((atS) => atS > chainS) ?? null
}

function itemsOfOffer(offer: InboxOffer, sources: InboxSources): InboxItem[] {
  const { viewer, declines, moved, chainS } = sources
  const { settlement, expiresAtS, createdAtS, unreturned } = offer
  const isCreator = sameAddress(offer.creator, viewer)
  if (!isCreator && !sameAddress(offer.recipient, viewer)) return []
  const isBlocked = !isCreator && sources.blocked?.has(offer.creator)
  const status = statusOf(offer, chainS)
  const isOpen = status === 'active'
  const given: TableSide = { nfts: offer.offered, wei: offer.coins.offeredWei }
  const wanted: TableSide = { nfts: offer.requested, wei: offer.coins.requestedWei }
  const item = (kind: InboxKind, atS: number | null, more: ItemParts = {}): InboxItem => ({
    id: `${kind}:${offer.id}`,
    kind,
    atS,
    orderS: atS ?? createdAtS,
    needsYou: more.act !== undefined && !isBlocked,
    act: more.act ?? null,
    subject: { kind: 'offer', offerId: offer.id, escrow: offer.escrow, role: isCreator ? 'creator' : 'recipient' },
    other: isCreator ? offer.recipient : offer.creator,
    gives: isCreator ? given : wanted,
    gets: isCreator ? wanted : given,
    deadlineS: expiresAtS,
    nfts: more.nfts ?? [],
    decline: more.decline ?? null,
    counter: null,
  })
  const whileOpen = (act: InboxAct): ItemParts => (isOpen ? { act } : {})

  /** Of the reminders that are due, the last one alone needs the viewer. */
  const due = reminders.filter(
    ({ aheadS }) =>
      expiresAtS - aheadS > createdAtS &&
      chainS >= expiresAtS - aheadS &&
      (settlement === null || (settlement.atS ?? 0) >= expiresAtS - aheadS),
  )
  const reminded = due.map(({ kind, aheadS }, index) => {
    const act = isCreator ? 'take-back' : 'answer-offer'
    return item(kind, expiresAtS - aheadS, index === due.length - 1 ? whileOpen(act) : {})
  })
  const gone = isOpen ? moved.get(offer.id) : undefined
  const movedAway = (act: InboxAct) => (gone ? [item('nft-moved', gone.atS, { act, nfts: gone.nfts })] : [])
  if (!isCreator)
    return [item('offer-received', createdAtS, whileOpen('answer-offer')), ...reminded, ...movedAway('answer-offer')]

  const items = [...reminded]
  const decline = declines.get(offer.id)
  if (decline) items.push(item('offer-declined', decline.atS, { ...whileOpen('take-back'), decline }))
  items.push(...movedAway('take-back'))
  if (settlement?.kind === 'completed') items.push(item('offer-accepted', settlement.atS))
  const isByOther = settlement !== null && (settlement.by === null || !sameAddress(settlement.by, viewer))
  if (isByOther && outcomeOf(offer) === 'returned') items.push(item('offer-returned', settlement.atS))
  const isLate = settlement?.kind === 'cancelled' && (settlement.atS ?? 0) > expiresAtS
  if (status === 'expired' || isLate)
    items.push(item('expired', expiresAtS + 1, status === 'expired' ? { act: 'bring-home' } : {}))
  const claim = sources.claims?.get(offer.id)
  if (settlement && (unreturned.length > 0 || claim)) {
    const nfts = [...unreturned, ...(claim?.nfts ?? [])]
    // Claimed NFTs are history: listed by the time of the claim, and kept as long as other settled items.
    if (unreturned.length > 0) items.push(item('not-returned', settlement.atS, { act: 'claim', nfts }))
    else items.push({ ...item('not-returned', settlement.atS, { nfts }), orderS: claim?.atS ?? createdAtS })
  }
  return items
}

interface ItemParts {
  readonly act?: InboxAct
  readonly nfts?: readonly Nft[]
  readonly decline?: InboxDecline
  readonly counter?: InboxCounter | null
}

function itemsOfTable(
  { table, lock, lockEndsS = Infinity }: InboxSources['tables'][number],
  sources: InboxSources,
): InboxItem[] {
  const { viewer, moved, serverS, chainS } = sources
  const { version, ready, locker } = table
  const seat = [table.opener, table.guest].findIndex((wallet) => sameAddress(wallet, viewer))
  if (seat < 0) return []
  const own: Seat = seat === 0 ? 'opener' : 'guest'
  const other = otherSeat(own)
  const offerEndsS = lock === null ? 0 : lockEndsS
  const isLocked = lock === 'completed' || (lock === 'open' && chainS <= lockEndsS)
  const state = isLocked ? 'agreed' : tableState(table, serverS, offerEndsS)
  const item = (kind: InboxKind, atS: number | null, more: ItemParts = {}): InboxItem => ({
    id: `${kind}:${table.id}:${version.number}`,
    kind,
    atS,
    orderS: atS ?? version.atS,
    needsYou: more.act !== undefined,
    act: more.act ?? null,
    subject: { kind: 'table', tableId: table.id, version: version.number, seat: own },
    other: table[other],
    gives: version.deal[own],
    gets: version.deal[other],
    deadlineS: lapsesAtS(table, Number.isFinite(offerEndsS) ? offerEndsS : 0),
    nfts: more.nfts ?? [],
    decline: null,
    counter: more.counter ?? null,
  })
  const items: InboxItem[] = []
  const waits = state === 'proposed' && !ready[own]
  // One's own version waits as well, where it was changed live and the other was ready first.
  if (version.by === other || (waits && ready[other])) {
    const atS = version.by === other ? version.atS : table.changedAtS
    const { answers: before, deal } = version
    const counter =
      version.by === other && before && !sameDeal(before, deal)
        ? { before, durationMinutes: deal.durationMinutes }
        : null
    items.push(item('table-answer', atS, { ...(waits ? { act: 'answer-table' } : {}), counter }))
  }
  if (version.by === own && version.state === 'declined')
    items.push(item('table-declined', table.changedAtS, state === 'declined' ? { act: 'answer-table' } : {}))
  if (table.agreedAtS !== null && locker === own)
    items.push(item('table-lock', table.agreedAtS, state === 'agreed' && !isLocked ? { act: 'lock-in' } : {}))
  const gone = !isLocked && (state === 'proposed' || state === 'agreed') ? moved.get(table.id) : undefined
  if (gone) items.push(item('nft-moved', gone.atS, { act: 'answer-table', nfts: gone.nfts }))
  return items
}
