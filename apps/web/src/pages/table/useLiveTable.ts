import {
  type Address,
  type DealChanges,
  dealChanges,
  otherSeat,
  sameDeal,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import { dealFromWire, type WireTable } from '@parley/protocol'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createTableLine, seatOf } from '../../services/tableLine.ts'
import { type RefusedPart, tellingRefused } from './refusedPart.ts'
import { createTableStore, type TableStore, type TableStoreState } from '../../services/tableStore.ts'

/** A change by the other person is marked for this long. */
export const markedMs = 3_000
/** The slip's button rests after a change. A finger already on its way must not agree to it. */
export const restMs = 1_000

/** Who looks elsewhere for this long doesn't see changes at once any more, so isn't here (decision N2). */
export const lookAwayMs = 20_000

/** What the other person just changed: one version, or several within one mark. */
export interface RecentChange {
  readonly version: number
  /** The terms before the first of them. */
  readonly before: TableDeal
  readonly changes: DealChanges
  /** Whose ticks they undid. */
  readonly cleared: Readonly<Record<Seat, boolean>>
  /** The version that the undone ticks belonged to. */
  readonly clearedVersion: number
}

export interface LiveTable extends TableStoreState {
  readonly actions: TableStore
  readonly recent: RecentChange | null
  readonly isResting: boolean
  /** What the last refusal was about. */
  readonly refused: RefusedPart | null
}

/** A table and its newest change. The caller remounts it for another wallet or table. */
export function useLiveTable(as: Address, tableId: string): LiveTable {
  const [refused, setRefused] = useState<RefusedPart | null>(null)
  const [actions] = useState(() => createTableStore(tellingRefused(createTableLine(''), setRefused), as, tableId))
  const state = useStore(actions.store)
  const [recent, setRecent] = useState<RecentChange | null>(null)
  const [isResting, setResting] = useState(false)
  useEffect(() => sitWhileShown(actions), [actions])
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    let mark: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = actions.store.subscribe(({ table, sending }, { table: before }) => {
      const change = table && before ? recentChange(before, table, as) : null
      // This page didn't send these terms: another page of the viewer did, or the server lies.
      const isUnexpected = table && before && sending === 0 && !hasSameTerms(before, table)
      if (!change && !isUnexpected) return
      clearTimeout(rest)
      rest = setTimeout(() => setResting(false), restMs)
      setResting(true)
      if (!change) return
      clearTimeout(mark)
      mark = setTimeout(() => setRecent(null), markedMs)
      setRecent((running) => joinChanges(running, change))
    })
    return () => {
      unsubscribe()
      clearTimeout(rest)
      clearTimeout(mark)
    }
  }, [actions, as])
  return { ...state, actions, recent, isResting, refused }
}

/** Leaves the seat while the page is hidden, and takes it again once it's shown. */
function sitWhileShown(actions: TableStore): () => void {
  let leave: (() => void) | null = actions.sit()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heed = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') leave ??= actions.sit()
    else
      timer = setTimeout(() => {
        leave?.()
        leave = null
      }, lookAwayMs)
  }
  heed()
  document.addEventListener('visibilitychange', heed)
  return () => {
    document.removeEventListener('visibilitychange', heed)
    clearTimeout(timer)
    leave?.()
  }
}

function hasSameTerms(before: WireTable, now: WireTable): boolean {
  // Most events are notes and ticks, which leave the version as it is.
  return before.version === now.version || sameDeal(dealFromWire(before.version.deal), dealFromWire(now.version.deal))
}

interface NewChange extends Pick<RecentChange, 'version' | 'before' | 'cleared'> {
  readonly after: TableDeal
  readonly baseVersion: number
}

function recentChange(before: WireTable, now: WireTable, as: Address): NewChange | null {
  const me = seatOf(now, as)
  if (!me || now.version.number <= before.version.number || now.version.by !== otherSeat(me)) return null
  const deal = dealFromWire(before.version.deal)
  const cleared = { opener: before.ready.opener && !now.ready.opener, guest: before.ready.guest && !now.ready.guest }
  return {
    version: now.version.number,
    before: deal,
    after: dealFromWire(now.version.deal),
    baseVersion: before.version.number,
    cleared,
  }
}

/** A change within a mark keeps its marks, unless the viewer changed something in between. */
function joinChanges(running: RecentChange | null, change: NewChange): RecentChange {
  const { version, after, baseVersion, cleared } = change
  const marked = running?.version === baseVersion ? running : null
  const before = marked?.before ?? change.before
  const isNewlyCleared = cleared.opener || cleared.guest
  return {
    version,
    before,
    changes: dealChanges(before, after),
    cleared: {
      opener: cleared.opener || marked?.cleared.opener === true,
      guest: cleared.guest || marked?.cleared.guest === true,
    },
    clearedVersion: marked && !isNewlyCleared ? marked.clearedVersion : baseVersion,
  }
}
