import type { Address } from './address.ts'
import { type Nft, nftKey } from './nft.ts'
import { type DurationMinutes, maxNftsPerSide, type OfferId } from './offer.ts'

/** The two seats of a table: who opened it, and whom they invited. */
export type Seat = 'opener' | 'guest'

export function otherSeat(seat: Seat): Seat {
  return seat === 'opener' ? 'guest' : 'opener'
}

/** What one person gives. `wei` are coins. */
export interface TableSide {
  readonly nfts: readonly Nft[]
  readonly wei: bigint
}

/** The terms of a deal by who gives what, so that both people mean the same by them. */
export interface TableDeal {
  readonly opener: TableSide
  readonly guest: TableSide
  /** How long the offer lasts once it is locked in. */
  readonly durationMinutes: DurationMinutes
}

/** One of the numbered versions of a deal. */
export interface TableVersion {
  /** From 1, without gaps. */
  readonly number: number
  readonly by: Seat
  readonly deal: TableDeal
  readonly state: 'open' | 'declined' | 'withdrawn'
  /** When it was laid down, unix seconds by the server's clock. */
  readonly atS: number
}

/** The state of a table, without its log. Nothing is binding (decision N1). */
export interface Table {
  readonly id: string
  readonly opener: Address
  readonly guest: Address
  /** The portal whose collections it keeps to; null for all. */
  readonly portal: string | null
  /** The offer in escrow that it counters (decision N4). */
  readonly counters: OfferId | null
  /** The newest version, the only one that can be agreed on. */
  readonly version: TableVersion
  /** Ticks on the newest version. */
  readonly ready: Readonly<Record<Seat, boolean>>
  /**
   * Who locks the deal in once both are ready: the opener unless they say otherwise (decision N3). Of a countered offer its
   * creator, since only they can take it back, which comes first (decision N4).
   */
  readonly locker: Seat
  /** When both were ready, unix seconds; null until then. */
  readonly agreedAtS: number | null
  /** The offer that locked the agreed version in. */
  readonly offerId: OfferId | null
  /** One of the two left, or blocked the other. No more moves. */
  readonly closed: { readonly by: Seat; readonly atS: number } | null
  readonly openedAtS: number
  /** Unix seconds. A table lapses {@link tableLapseS} later. */
  readonly changedAtS: number
}

export const tableLapseS = 14 * 24 * 60 * 60
/** Text is deleted this long after a table has closed or lapsed (decision N7). */
export const tableTextKeptS = 90 * 24 * 60 * 60
/** Maximum versions of a table. */
export const maxTableVersions = 500
/** Maximum characters of a note or a reason. */
export const maxNoteLength = 280

export const declineReasons = [
  'not-for-me',
  'too-little',
  'other-nft',
  'not-now',
  'unknown-person',
  'own-words',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A move by one of the two. `version` and `base` are the newest version at the time. */
export type TableMove =
  /** Propose or counter. `isReady` ticks the new version at once; a live change does not. */
  | {
      readonly kind: 'lay'
      readonly base: number
      readonly deal: TableDeal
      readonly note: string
      readonly isReady: boolean
    }
  | { readonly kind: 'tick'; readonly version: number; readonly isReady: boolean }
  | { readonly kind: 'decline'; readonly version: number; readonly reason: DeclineReason; readonly text: string }
  | { readonly kind: 'withdraw'; readonly version: number }
  | { readonly kind: 'say'; readonly text: string }
  /** Says who locks the agreed version in. */
  | { readonly kind: 'pass'; readonly version: number; readonly locker: Seat }
  | { readonly kind: 'leave' }

/** A line of a table's log: who did what, and when. */
export type TableEntry = { readonly by: Seat; readonly atS: number } & (
  | { readonly kind: 'version'; readonly version: number; readonly deal: TableDeal; readonly note: string }
  | { readonly kind: 'ready' | 'unready' | 'withdrawn'; readonly version: number }
  /** The second tick of a version. */
  | { readonly kind: 'agreed'; readonly version: number }
  | { readonly kind: 'declined'; readonly version: number; readonly reason: DeclineReason; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'locker'; readonly version: number; readonly locker: Seat }
  /** The agreed version was locked in as an offer. */
  | { readonly kind: 'locked'; readonly version: number; readonly offerId: OfferId }
  | { readonly kind: 'left' }
)

export const tableRefusals = [
  /** There is a newer version than the one that the move is about. */
  'changed',
  /** The version is declined or withdrawn. */
  'dead-version',
  /** Nothing differs from the newest version. */
  'same-deal',
  /** A side is empty, or there is no NFT in the deal: it can't be agreed on. */
  'incomplete',
  'too-many-nfts',
  'nft-twice',
  'too-many-versions',
  /** Only who laid the version down may withdraw it, and only the other declines it. */
  'own-version',
  'not-own-version',
  'not-agreed',
  /** An offer with the agreed terms is open in the escrow. */
  'locked',
  'closed',
  'lapsed',
] as const
export type TableRefusal = (typeof tableRefusals)[number]

/** What a move changes. `entries` are added to the log, in this order. */
export interface TableStep {
  readonly table: Table
  readonly entries: readonly TableEntry[]
}

interface MoveContext {
  readonly by: Seat
  /** Unix seconds. */
  readonly nowS: number
  /** Whether the offer of `table.offerId` is unsettled. */
  readonly isOfferOpen: boolean
}

/** Both sides hold something, and there is at least one NFT (decision E1). */
export function isComplete({ opener, guest }: Pick<TableDeal, Seat>): boolean {
  const hasSomething = ({ nfts, wei }: TableSide) => nfts.length > 0 || wei > 0n
  return hasSomething(opener) && hasSomething(guest) && opener.nfts.length + guest.nfts.length > 0
}

/** Validates a deal, regardless of who proposes it. Empty sides are valid: such a deal just can't be agreed on. */
export function dealProblem({ opener, guest }: Pick<TableDeal, Seat>): 'too-many-nfts' | 'nft-twice' | null {
  if (opener.nfts.length > maxNftsPerSide || guest.nfts.length > maxNftsPerSide) return 'too-many-nfts'
  const nfts = [...opener.nfts, ...guest.nfts]
  return new Set(nfts.map(nftKey)).size === nfts.length ? null : 'nft-twice'
}

/** Whether two deals have the same terms; the order of NFTs doesn't count. */
export function sameDeal(one: TableDeal, other: TableDeal): boolean {
  return (
    one.durationMinutes === other.durationMinutes &&
    sameSide(one.opener, other.opener) &&
    sameSide(one.guest, other.guest)
  )
}

function sameSide(one: TableSide, other: TableSide): boolean {
  if (one.wei !== other.wei || one.nfts.length !== other.nfts.length) return false
  const keys = new Set(other.nfts.map(nftKey))
  return one.nfts.every((nft) => keys.has(nftKey(nft)))
}

/** Opens a table with its first version. */
export function openTable(
  facts: Pick<Table, 'id' | 'opener' | 'guest' | 'portal' | 'counters'>,
  first: { readonly by: Seat; readonly deal: TableDeal; readonly note: string; readonly isReady: boolean },
  nowS: number,
): TableStep | { readonly refusal: TableRefusal } {
  const empty: Table = {
    ...facts,
    version: { number: 0, by: first.by, deal: noDeal, state: 'open', atS: nowS },
    ready: { opener: false, guest: false },
    // Version 1 of a countered offer is its creator's, who alone can take it back, which comes first (decision N4).
    locker: first.by,
    agreedAtS: null,
    offerId: null,
    closed: null,
    openedAtS: nowS,
    changedAtS: nowS,
  }
  const { by, ...rest } = first
  return playMove(empty, { kind: 'lay', base: 0, ...rest }, { by, nowS, isOfferOpen: false })
}

const noDeal: TableDeal = { opener: { nfts: [], wei: 0n }, guest: { nfts: [], wei: 0n }, durationMinutes: 1440 }

export type TableState = 'proposed' | 'agreed' | 'declined' | 'withdrawn' | 'lapsed' | 'closed'

/** The state at `nowS`, unix seconds. Whether an agreed table is locked in depends on its offer. */
export function tableState(table: Table, nowS: number): TableState {
  if (table.closed) return 'closed'
  if (nowS > table.changedAtS + tableLapseS) return 'lapsed'
  if (table.version.state !== 'open') return table.version.state
  return table.agreedAtS === null ? 'proposed' : 'agreed'
}

/** The one place that says which move is allowed when, and what it changes. */
export function playMove(
  table: Table,
  move: TableMove,
  { by, nowS, isOfferOpen }: MoveContext,
): TableStep | { readonly refusal: TableRefusal } {
  const state = tableState(table, nowS)
  if (state === 'closed' || state === 'lapsed') return { refusal: state }
  const refusal = refusalOf(table, move, by) ?? (isOfferOpen && changesTerms(move) ? 'locked' : null)
  if (refusal) return { refusal }
  const stamp = { by, atS: nowS }
  const moved = { ...table, changedAtS: nowS }
  switch (move.kind) {
    case 'lay':
      return lay(moved, move, stamp)
    case 'tick':
      return tick(moved, move, stamp)
    case 'decline': {
      const { version, reason, text } = move
      return {
        table: { ...moved, ...noTicks, version: { ...table.version, state: 'declined' } },
        entries: [{ ...stamp, kind: 'declined', version, reason, text }],
      }
    }
    case 'withdraw':
      return {
        table: { ...moved, ...noTicks, version: { ...table.version, state: 'withdrawn' } },
        entries: [{ ...stamp, kind: 'withdrawn', version: move.version }],
      }
    case 'say':
      return { table: moved, entries: [{ ...stamp, kind: 'note', text: move.text }] }
    case 'pass':
      return {
        table: { ...moved, locker: move.locker },
        entries: [{ ...stamp, kind: 'locker', version: move.version, locker: move.locker }],
      }
    case 'leave':
      return { table: { ...moved, closed: stamp }, entries: [{ ...stamp, kind: 'left' }] }
  }
}

/** The agreed version is in the escrow as this offer, which one of the two created. */
export function lockIn(table: Table, { offerId, by, nowS }: { offerId: OfferId; by: Seat; nowS: number }): TableStep {
  return {
    table: { ...table, offerId, changedAtS: nowS },
    entries: [{ by, atS: nowS, kind: 'locked', version: table.version.number, offerId }],
  }
}

const noTicks = { ready: { opener: false, guest: false }, agreedAtS: null, offerId: null } as const

function changesTerms({ kind }: TableMove): boolean {
  return kind !== 'say' && kind !== 'leave'
}

function refusalOf({ version, ready, agreedAtS }: Table, move: TableMove, by: Seat): TableRefusal | null {
  switch (move.kind) {
    case 'lay':
      if (move.base !== version.number) return 'changed'
      if (version.number >= maxTableVersions) return 'too-many-versions'
      // The same terms again are a new version only where the old one is dead, or there is none.
      return dealProblem(move.deal) ?? (isOpen(version) && sameDeal(move.deal, version.deal) ? 'same-deal' : null)
    case 'tick':
      if (move.version !== version.number) return 'changed'
      if (version.state !== 'open') return 'dead-version'
      return move.isReady && !ready[by] && !isComplete(version.deal) ? 'incomplete' : null
    case 'decline':
    case 'withdraw':
      if (move.version !== version.number) return 'changed'
      if (version.state !== 'open') return 'dead-version'
      if (move.kind === 'decline') return version.by === by ? 'own-version' : null
      return version.by === by ? null : 'not-own-version'
    case 'pass':
      if (move.version !== version.number) return 'changed'
      return agreedAtS === null ? 'not-agreed' : null
    case 'say':
    case 'leave':
      return null
  }
}

function isOpen({ number, state }: Table['version']): boolean {
  return number > 0 && state === 'open'
}

type Move<K extends TableMove['kind']> = Extract<TableMove, { kind: K }>
type Stamp = Pick<TableEntry, 'by' | 'atS'>

function lay(table: Table, { deal, note, isReady }: Move<'lay'>, stamp: Stamp): TableStep {
  const number = table.version.number + 1
  const isTicked = isReady && isComplete(deal)
  return {
    table: {
      ...table,
      ...noTicks,
      version: { number, by: stamp.by, deal, state: 'open', atS: stamp.atS },
      ready: { ...noTicks.ready, [stamp.by]: isTicked },
    },
    entries: [
      { ...stamp, kind: 'version', version: number, deal, note },
      ...(isTicked ? [{ ...stamp, kind: 'ready' as const, version: number }] : []),
    ],
  }
}

function tick(table: Table, { version, isReady }: Move<'tick'>, stamp: Stamp): TableStep {
  if (table.ready[stamp.by] === isReady) return { table, entries: [] }
  const ready = { ...table.ready, [stamp.by]: isReady }
  const isAgreed = ready.opener && ready.guest
  return {
    table: { ...table, ready, agreedAtS: isAgreed ? stamp.atS : null, offerId: null },
    entries: [
      { ...stamp, kind: isReady ? 'ready' : 'unready', version },
      ...(isAgreed ? [{ ...stamp, kind: 'agreed' as const, version }] : []),
    ],
  }
}
