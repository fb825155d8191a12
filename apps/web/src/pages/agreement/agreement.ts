import { type ComparedRow, compareWithOffer, creatorSeat, type Offer, otherSeat, statusOf } from '@parley/domain'
import { dealFromWire, type TableHead } from '@parley/protocol'

/**
 * What a recipient's tables say about an offer (decision N3).
 * - `agreed`: `table` has a version that both were ready for, so the offer has to be that.
 * - `unread`: they are signed in, and their tables can't be read.
 * - `away`: the server doesn't say whether they are signed in.
 * - `talking`: there is an open table with its creator, and nothing is agreed.
 */
export interface Agreement {
  readonly status: 'unknown' | 'signed-out' | 'reading' | 'unread' | 'away' | 'none' | 'talking' | 'agreed'
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
  // Its creator may have left the table before making it, so that nothing is compared. The agreed offer may have been made
  // and cancelled before that, which is free and ends no agreement.
  const isLeft = (table: TableHead) =>
    table.state === 'closed' && offer.createdAtS <= table.lapsesAt && isAwaited({ ...table, state: 'agreed' })
  // Of two agreements, the one that it keeps to.
  const best = (tables: readonly TableHead[]) =>
    tables.find((table) => reviewRows(table, offer).every(({ same }) => same)) ?? tables[0]
  const agreed = between.find(isLocked) ?? best(between.filter(isAwaited)) ?? best(between.filter(isLeft))
  if (agreed) return { status: 'agreed', table: agreed }
  const open = between.find(({ state }) => state === 'proposed' || state === 'agreed')
  return open ? { status: 'talking', table: open } : { status: 'none', table: null }
}

/** The locker's open offer that differs from what was agreed; null for none. */
export function differingOffer(
  table: TableHead,
  { tables, offers, nowS }: { tables: readonly TableHead[]; offers: readonly Offer[]; nowS: number },
): Offer | null {
  const isComparedHere = (offer: Offer): boolean => {
    const { status, table: found } = agreementFor(tables, offer)
    return status === 'agreed' && found?.tableId === table.tableId
  }
  const isDiffering = (offer: Offer): boolean =>
    creatorSeat(table, offer) === table.locker &&
    statusOf(offer, nowS) === 'active' &&
    offer.id !== table.lock?.offerId &&
    isComparedHere(offer) &&
    reviewRows(table, offer).some(({ same }) => !same)
  return offers.find(isDiffering) ?? null
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
