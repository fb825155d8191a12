import type { OfferId } from './offer.ts'
import {
  type Seat,
  type TableDeal,
  type Table,
  maxTableVersions,
  type TableMove,
  type TableEntry,
  type TableRefusal,
  isComplete,
  dealProblem,
  sameDeal,
  tableState,
} from './table.ts'

/** What a move changes. `entries` are added to the log, in this order. */
export interface TableStep {
  readonly table: Table
  readonly entries: readonly TableEntry[]
}

interface MoveContext {
  readonly by: Seat
  /** Unix seconds. */
  readonly nowS: number
  /** Whether the offer of `table.offerId` can still be accepted. */
  readonly isOfferOpen: boolean
  /** When it ends or ended. */
  readonly offerEndsS?: number
}

/** Opens a table with its first version. */
export function openTable(
  facts: Pick<Table, 'id' | 'opener' | 'guest' | 'portal' | 'counters'>,
  first: { readonly by: Seat; readonly deal: TableDeal; readonly note: string; readonly isReady: boolean },
  nowS: number,
): TableStep | { readonly refusal: TableRefusal } {
  const empty: Table = {
    ...facts,
    version: { number: 0, by: first.by, deal: noDeal, answers: null, state: 'open', atS: nowS },
    ready: { opener: false, guest: false },
    // Version 1 of a countered offer is its creator's: only they can take it back first (decision N4).
    locker: first.by,
    agreedAtS: null,
    agreed: null,
    offerId: null,
    closed: null,
    openedAtS: nowS,
    changedAtS: nowS,
  }
  const { by, ...rest } = first
  return playMove(empty, { kind: 'lay', base: 0, ...rest }, { by, nowS, isOfferOpen: false })
}

const noDeal: TableDeal = { opener: { nfts: [], wei: 0n }, guest: { nfts: [], wei: 0n }, durationMinutes: 1440 }

/** The one place that says which move is allowed when, and what it changes. */
export function playMove(
  table: Table,
  move: TableMove,
  { by, nowS, isOfferOpen, offerEndsS }: MoveContext,
): TableStep | { readonly refusal: TableRefusal } {
  const state = tableState(table, nowS, offerEndsS)
  // A table with an open offer doesn't lapse.
  if (state === 'closed' || (state === 'lapsed' && !isOfferOpen)) return { refusal: state }
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

/** Closes a table that was swapped or has lapsed. Doesn't count as a change. */
export function closeEnded(table: Table, closed: { readonly by: Seat; readonly atS: number }): TableStep {
  return { table: { ...table, closed }, entries: [{ ...closed, kind: 'left' }] }
}

/**
 * The agreed version is in the escrow as this offer, which one of the two created. Where another one was laid down in the
 * meantime, the agreed one comes back as the newest: the escrow holds it, so that is what the table is about.
 */
export function lockIn(table: Table, { offerId, by, nowS }: { offerId: OfferId; by: Seat; nowS: number }): TableStep {
  const { agreed, version } = table
  const isNewest = agreed === null || (version.state === 'open' && sameDeal(agreed.deal, version.deal))
  const back = isNewest
    ? null
    : lay(table, { kind: 'lay', base: version.number, deal: agreed.deal, note: '', isReady: true }, { by, atS: nowS })
  const newest = back?.table ?? table
  return {
    table: { ...newest, offerId, changedAtS: nowS },
    entries: [...(back?.entries ?? []), { by, atS: nowS, kind: 'locked', version: newest.version.number, offerId }],
  }
}

const noTicks = { ready: { opener: false, guest: false }, agreedAtS: null, offerId: null } as const

function changesTerms({ kind }: TableMove): boolean {
  return kind !== 'say' && kind !== 'leave'
}

function refusalOf(
  { version, ready, agreedAtS, counters, locker }: Table,
  move: TableMove,
  by: Seat,
): TableRefusal | null {
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
      // The creator of a countered offer has to take it back first, and then locks in.
      if (counters !== null) return 'countered'
      if (agreedAtS === null) return 'not-agreed'
      return locker === by ? null : 'not-locker'
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
      version: {
        number,
        by: stamp.by,
        deal,
        answers: answeredBy(stamp.by, table.version),
        state: 'open',
        atS: stamp.atS,
      },
      ready: { ...noTicks.ready, [stamp.by]: isTicked },
    },
    entries: [
      { ...stamp, kind: 'version', version: number, deal, note },
      ...(isTicked ? [{ ...stamp, kind: 'ready' as const, version: number }] : []),
    ],
  }
}

/** Changing one's own version still answers what the other person laid down before it. */
function answeredBy(author: Seat, { number, by, deal, answers }: Table['version']): TableDeal | null {
  if (number === 0) return null
  return by === author ? answers : deal
}

function tick(table: Table, { version, isReady }: Move<'tick'>, stamp: Stamp): TableStep {
  if (table.ready[stamp.by] === isReady) return { table, entries: [] }
  const ready = { ...table.ready, [stamp.by]: isReady }
  const isAgreed = ready.opener && ready.guest
  return {
    table: {
      ...table,
      ready,
      agreedAtS: isAgreed ? stamp.atS : null,
      agreed: isAgreed ? { number: version, deal: table.version.deal, atS: stamp.atS } : table.agreed,
      offerId: null,
    },
    entries: [
      { ...stamp, kind: isReady ? 'ready' : 'unready', version },
      ...(isAgreed ? [{ ...stamp, kind: 'agreed' as const, version }] : []),
    ],
  }
}
