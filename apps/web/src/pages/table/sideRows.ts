import { type Nft, nftKey, type Seat, type SideChanges } from '@parley/domain'
import type { RecentChange } from './useLiveTable.ts'

/** How a row is marked after the other person's change. */
export type RowMark = 'new' | 'gone'

export interface SideRow {
  readonly nft: Nft
  readonly lot: string
  readonly mark: RowMark | null
}

/** What the other person has just changed on a side, and what lay there before. */
export interface RecentSide {
  readonly before: readonly Nft[]
  readonly changes: SideChanges
}

export function recentSide(recent: RecentChange | null, seat: Seat): RecentSide | null {
  return recent && { before: recent.before[seat].nfts, changes: recent.changes[seat] }
}

/**
 * A side's NFTs with their lots. While a change is marked, NFTs that were just taken back keep their places and lots, so
 * nothing else moves under a finger.
 */
export function sideRows(letter: 'A' | 'B', nfts: readonly Nft[], recent: RecentSide | null): readonly SideRow[] {
  const { added = [], removed = [], replaced = [] } = recent?.changes ?? {}
  const lying = new Set(nfts.map(nftKey))
  const gone = new Set(
    [...removed, ...replaced.map(({ before }) => before)].map(nftKey).filter((key) => !lying.has(key)),
  )
  const fresh = new Set([...added, ...replaced.map(({ after }) => after)].map(nftKey))
  const rows = [...nfts]
  // Each goes right after the one that lay before it.
  for (const [at, nft] of (recent?.before ?? []).entries()) {
    if (!gone.has(nftKey(nft))) continue
    const previous = recent?.before[at - 1]
    rows.splice(previous ? rows.findIndex((one) => nftKey(one) === nftKey(previous)) + 1 : 0, 0, nft)
  }
  return rows.map((nft, at) => ({
    nft,
    lot: `${letter}${at + 1}`,
    mark: gone.has(nftKey(nft)) ? 'gone' : fresh.has(nftKey(nft)) ? 'new' : null,
  }))
}

/** A side's coins, or those that were just taken back; null without any. */
export function coinsRow(wei: bigint, recent: RecentSide | null): { wei: bigint; mark: RowMark | null } | null {
  const change = recent?.changes.wei ?? null
  if (wei > 0n) return { wei, mark: change ? 'new' : null }
  return change && change.before > 0n ? { wei: change.before, mark: 'gone' } : null
}

/** The row of the first changed NFT; null if only coins or the duration changed. */
export function markedAt(rows: readonly SideRow[]): number | null {
  const fresh = rows.findIndex(({ mark }) => mark === 'new')
  const at = fresh < 0 ? rows.findIndex(({ mark }) => mark === 'gone') : fresh
  return at < 0 ? null : at
}
