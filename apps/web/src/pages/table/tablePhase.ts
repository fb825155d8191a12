import { isComplete, otherSeat, type Seat, type TableDeal } from '@parley/domain'
import { dealFromWire, type TableHead } from '@parley/protocol'

/** How a tick is drawn. `away`: its person isn't here. `cleared`: a change has just undone it. */
export type TickState = 'open' | 'away' | 'cleared' | 'ready'

/**
 * The viewer's next step. It decides the slip's one button.
 * - `draft`, `stale`: terms put together and not sent; `stale` if the other person laid down a version after that.
 * - `answer`: the newest version lacks the viewer's tick. `waiting`: it lacks the other's alone.
 * - `lock`, `their-lock`: agreed. `locked`: an offer is open. `swapped`: the offer was accepted. `expired`: the offer ran
 * out with its items still in escrow.
 */
export type TablePhase =
  | 'draft'
  | 'stale'
  | 'changed'
  | 'incomplete'
  | 'answer'
  | 'waiting'
  | 'lock'
  | 'their-lock'
  | 'locked'
  | 'expired'
  | 'swapped'
  | 'declined'
  | 'withdrawn'
  | 'lapsed'
  | 'closed'

export interface TableSight {
  readonly table: TableHead
  readonly me: Seat
  readonly draft: { readonly base: number; readonly deal: TableDeal } | null
  /** The other has just changed something: a finger on its way mustn't agree to it. */
  readonly isResting: boolean
  /** Unix seconds. */
  readonly nowS: number
}

export function tablePhase({ table, me, draft, isResting, nowS }: TableSight): TablePhase {
  const { state, version, ready, lock, locker } = table
  // Who blocks after a swap is led back from that; for the other it stays the swap.
  if (state === 'closed' && (lock?.status !== 'completed' || table.closedBy === me)) return 'closed'
  if (lock?.status === 'completed') return 'swapped'
  const hasExpired = lock?.status === 'active' && lock.expiresAt !== null && nowS > lock.expiresAt
  if (lock?.status === 'active' && !hasExpired) return 'locked'
  if (state === 'lapsed' || nowS > table.lapsesAt) return 'lapsed'
  if (draft) return draft.base === version.number ? 'draft' : 'stale'
  if (hasExpired) return 'expired'
  if (state === 'declined' || state === 'withdrawn') return state
  if (isResting) return 'changed'
  if (state === 'agreed') return locker === me ? 'lock' : 'their-lock'
  if (!isComplete(dealFromWire(version.deal))) return 'incomplete'
  return ready[me] ? 'waiting' : 'answer'
}

/** Whether the two can still change the terms. */
export function mayChange(phase: TablePhase): boolean {
  return !['locked', 'swapped', 'lapsed', 'closed'].includes(phase)
}

interface TickSight {
  readonly table: Pick<TableHead, 'ready'>
  readonly phase: TablePhase
  readonly here: Readonly<Record<Seat, boolean>>
  readonly me: Seat
  /** Whose ticks the last change has undone. */
  readonly cleared: Readonly<Record<Seat, boolean>>
}

export function tickState(seat: Seat, { table, phase, here, me, cleared }: TickSight): TickState {
  // Ticks have no meaning at a table that has ended.
  if (phase === 'closed' || phase === 'lapsed') return 'away'
  if (phase === 'draft' || phase === 'stale') return seat === me || here[seat] ? 'open' : 'away'
  if (table.ready[seat]) return 'ready'
  if (cleared[seat]) return 'cleared'
  return seat === me || here[seat] ? 'open' : 'away'
}

/** Whose offer a table is about: the one that locks it in, or else the one that is to. */
export function creatorOf({ lock, locker }: Pick<TableHead, 'lock' | 'locker'>): Seat {
  return lock && lock.status !== 'cancelled' ? (lock.by ?? locker) : locker
}

/** Who made the offer that locks a table in, whatever became of it; null where there is none. */
export function lockedBy({ lock, locker }: Pick<TableHead, 'lock' | 'locker'>): Seat | null {
  return lock && (lock.by ?? locker)
}

/** A table's state in a list: an action it needs from the viewer, or else how far it is. */
export function listState(table: TableHead, me: Seat, nowS: number) {
  const phase = tablePhase({ table, me, draft: null, isResting: false, nowS })
  if (phase === 'lock') return { needs: 'lock' } as const
  if (phase === 'locked')
    return lockedBy(table) === otherSeat(me) ? ({ needs: 'accept' } as const) : ({ is: 'locked' } as const)
  if (phase === 'expired')
    return lockedBy(table) === me ? ({ needs: 'takeBack' } as const) : ({ is: 'expired' } as const)
  if (phase === 'answer' || (phase === 'incomplete' && table.version.by !== me)) return { needs: 'answer' } as const
  if (phase === 'their-lock') return { is: 'theirLock' } as const
  if (phase === 'swapped' || phase === 'declined' || phase === 'withdrawn' || phase === 'lapsed' || phase === 'closed')
    return { is: phase } as const
  return { is: 'waiting' } as const
}
