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
import { createTableStore, type TableStore, type TableStoreState } from '../../services/tableStore.ts'

/** A change by the other person is marked for this long. */
export const markedMs = 3_000
/** The slip's button rests after a change. A finger already on its way must not agree to it. */
export const restMs = 1_000

/** What the other person has just changed. */
export interface RecentChange {
  readonly version: number
  readonly before: TableDeal
  readonly changes: DealChanges
  /** Whose ticks it undid. */
  readonly cleared: Readonly<Record<Seat, boolean>>
}

export interface LiveTable extends TableStoreState {
  readonly actions: TableStore
  readonly recent: RecentChange | null
  readonly isResting: boolean
}

/** A table and its newest change. The caller remounts it for another wallet or table. */
export function useLiveTable(as: Address, tableId: string): LiveTable {
  const [actions] = useState(() => createTableStore(createTableLine(''), as, tableId))
  const state = useStore(actions.store)
  const [recent, setRecent] = useState<RecentChange | null>(null)
  const [isResting, setResting] = useState(false)
  useEffect(() => actions.sit(), [actions])
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    let mark: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = actions.store.subscribe(({ table, sending }, { table: before }) => {
      const change = table && before ? recentChange(before, table, as) : null
      // Other terms than this page sent: from another page of the viewer, or a server that lies about who changed what.
      const isUnexpected = table && before && sending === 0 && !hasSameTerms(before, table)
      if (!change && !isUnexpected) return
      clearTimeout(rest)
      rest = setTimeout(() => setResting(false), restMs)
      setResting(true)
      if (!change) return
      clearTimeout(mark)
      mark = setTimeout(() => setRecent(null), markedMs)
      setRecent(change)
    })
    return () => {
      unsubscribe()
      clearTimeout(rest)
      clearTimeout(mark)
    }
  }, [actions, as])
  return { ...state, actions, recent, isResting }
}

function hasSameTerms(before: WireTable, now: WireTable): boolean {
  // Most events are notes and ticks, which leave the version as it is.
  return before.version === now.version || sameDeal(dealFromWire(before.version.deal), dealFromWire(now.version.deal))
}

function recentChange(before: WireTable, now: WireTable, as: Address): RecentChange | null {
  const me = seatOf(now, as)
  if (!me || now.version.number <= before.version.number || now.version.by !== otherSeat(me)) return null
  const deal = dealFromWire(before.version.deal)
  const cleared = { opener: before.ready.opener && !now.ready.opener, guest: before.ready.guest && !now.ready.guest }
  return {
    version: now.version.number,
    before: deal,
    changes: dealChanges(deal, dealFromWire(now.version.deal)),
    cleared,
  }
}
