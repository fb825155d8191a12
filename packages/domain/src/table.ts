import type { Address } from './address.ts'
import { type Nft, nftKey } from './nft.ts'
import { type DurationMinutes, maxNftsPerSide, type Offer, type OfferId } from './offer.ts'

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
  /** The other person's newest version when it was laid down; null until they have laid one down. */
  readonly answers: TableDeal | null
  readonly state: 'open' | 'declined' | 'withdrawn'
  /** When it was laid down, unix seconds by the server's clock. */
  readonly atS: number
}

/** A version that both were ready for, and when. */
export interface AgreedVersion extends Pick<TableVersion, 'number' | 'deal'> {
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
  /** When both were ready for the newest version, unix seconds; null until then. */
  readonly agreedAtS: number | null
  /** What both were last ready for, also where the two have moved on since. Offers are compared with it. */
  readonly agreed: AgreedVersion | null
  /** The offer that locked the agreed version in. */
  readonly offerId: OfferId | null
  /** One of the two left, or blocked the other. No more moves. */
  readonly closed: { readonly by: Seat; readonly atS: number } | null
  readonly openedAtS: number
  /** Unix seconds. A table lapses {@link tableLapseS} later, or that long after its offer has ended. */
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
  /** Leaves locking the agreed version in to the other. Only who has it: their wallet may be asking them already. */
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
  /** Only who locks in can leave it to the other. */
  'not-locker',
  /** Who locks in is settled: the creator of the countered offer. */
  'countered',
  /** An offer with the agreed terms is in the escrow and can be accepted. */
  'locked',
  'closed',
  'lapsed',
] as const
export type TableRefusal = (typeof tableRefusals)[number]

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

export type TableState = 'proposed' | 'agreed' | 'declined' | 'withdrawn' | 'lapsed' | 'closed'

/**
 * The state at `nowS`, unix seconds. Whether an agreed table is locked in depends on its offer.
 *
 * @param offerEndsS see {@link offerEndsS}; 0 where no offer locks it in.
 */
export function tableState(table: Table, nowS: number, offerEndsS = 0): TableState {
  if (table.closed) return 'closed'
  if (nowS > lapsesAtS(table, offerEndsS)) return 'lapsed'
  if (table.version.state !== 'open') return table.version.state
  return table.agreedAtS === null ? 'proposed' : 'agreed'
}

/** Until when an offer keeps its table from lapsing: its expiry, or its settlement before that. Unix seconds. */
export function offerEndsS({ expiresAtS, settlement }: Pick<Offer, 'expiresAtS' | 'settlement'>): number {
  return Math.min(expiresAtS, settlement?.atS ?? expiresAtS)
}

/** When a table lapses without another move. It doesn't while its offer can be accepted, nor within two weeks after that. */
export function lapsesAtS({ changedAtS }: Pick<Table, 'changedAtS'>, offerEndsS: number): number {
  return Math.max(changedAtS, offerEndsS) + tableLapseS
}
