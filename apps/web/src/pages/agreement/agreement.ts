import { type ComparedRow, compareWithOffer, creatorSeat, type Offer, otherSeat, tableLapseS } from '@parley/domain'
import { dealFromWire, type TableHead } from '@parley/protocol'

/**
 * What a recipient's tables say about an offer (decision N3).
 * - `agreed`: `table` has a version that both were ready for, so the offer has to be that.
 * - `talking`: there is an open table with its creator, and nothing is agreed.
 */
export interface Agreement {
  readonly status: 'unknown' | 'signed-out' | 'reading' | 'unread' | 'none' | 'talking' | 'agreed'
  readonly table: TableHead | null
}

/** Chain and server keep their own clocks. */
const clockSkewS = 60

/** The table that an offer has to be compared with, or else one where it is being talked about. */
export function agreementFor(tables: readonly TableHead[], offer: Offer): Agreement {
  const between = tables.filter((table) => creatorSeat(table, offer) !== null)
  const isLocked = ({ lock, agreed }: TableHead) => agreed !== null && lock?.offerId === offer.id
  // A newer version doesn't matter: its author may have laid it down only so that nothing is compared.
  const isAwaited = ({ state, agreed, lock, counters }: TableHead) =>
    state !== 'closed' &&
    state !== 'lapsed' &&
    agreed !== null &&
    counters !== offer.id &&
    lock?.status !== 'completed' &&
    (offer.createdAtS === 0 || offer.createdAtS >= agreed.at - clockSkewS)
  // Its creator may have left the table before making it, so that nothing is compared.
  const isLeft = (table: TableHead) =>
    table.state === 'closed' &&
    table.lock?.status !== 'cancelled' &&
    offer.createdAtS <= table.changedAt + tableLapseS &&
    isAwaited({ ...table, state: 'agreed' })
  const agreed = between.find(isLocked) ?? between.find(isAwaited) ?? between.find(isLeft)
  if (agreed) return { status: 'agreed', table: agreed }
  const open = between.find(({ state }) => state === 'proposed' || state === 'agreed')
  return open ? { status: 'talking', table: open } : { status: 'none', table: null }
}

/** A compared row as the recipient sees it: whether it is something that they give. */
export type ReviewedRow = ComparedRow & { readonly isGiven: boolean }

/** Each thing of the agreed version beside the same thing of the offer: what the recipient gets first. */
export function reviewRows(table: TableHead, offer: Offer): readonly ReviewedRow[] {
  const creator = creatorSeat(table, offer)
  if (!creator || table.agreed === null) return []
  const agreed = { deal: dealFromWire(table.agreed.deal), agreedAtS: table.agreed.at }
  const rows = compareWithOffer(agreed, offer, creator).map((row): ReviewedRow => ({
    ...row,
    isGiven: row.kind !== 'duration' && row.giver === otherSeat(creator),
  }))
  const rank = (row: ReviewedRow) => (row.kind === 'duration' ? 2 : row.isGiven ? 1 : 0)
  return rows.toSorted((one, other) => rank(one) - rank(other))
}
