import type { Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { togetherQuery } from '../../features/approvals/collectionApprovals.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import { clearQueue, type HomeQueue, noteInterruption, queueOf, startQueue } from './homeQueue.ts'
import type { Holding } from './holdings.ts'
import type { HomeCost } from '../../services/wayHome.ts'

// Loaded lazily: signing is impossible before the page is ready.
export const loadBringHome = importOnce(() => import('./bringHome.lazy.ts'))

export interface BringHome {
  readonly queue: HomeQueue
  /** This page works on it; `stopping`: only until the present transaction has ended. */
  readonly state: 'idle' | 'working' | 'stopping' | 'elsewhere'
  /** The wallet signs several things at once: how many times it would be asked for these. Null: once for each. */
  asksFor(things: readonly Holding[]): number | null
  /** Brings these home, each named by its title. */
  start(things: readonly { readonly holding: Holding; readonly title: string }[]): void
  /** Goes on with what waits. */
  goOn(): void
  stop(): void
  /** Puts the list of what became of each away. */
  clear(): void
}

/** The queue of what the account brings home, and its buttons. `to`: where owed coins go. */
export function useBringHome(
  account: Address,
  to: Address,
  costs: ReadonlyMap<string, HomeCost | undefined>,
): BringHome {
  const session = useSession()
  const portal = usePortal()
  const queue = useStore(queueOf(session, account).store)
  const [working, setWorking] = useState(false)
  const [stopping, setStopping] = useState(false)
  const stopped = useRef(false)
  const { data: signsTogether = false } = useQuery(togetherQuery(session, account))
  const isElsewhere = queue.running && !working
  // Prefetched, so that the button works even if the server goes away.
  useEffect(() => void loadBringHome(), [])
  useEffect(() => {
    if (!isElsewhere) return
    const stop = new AbortController()
    void noteInterruption(session, account, stop.signal)
    return () => stop.abort()
  }, [isElsewhere, session, account])
  const together = signsTogether ? (things: readonly Holding[]) => groupsOf(things, costs) : null
  const work = async (): Promise<void> => {
    stopped.current = false
    setWorking(true)
    setStopping(false)
    try {
      const { runQueue } = await loadBringHome()
      const target = queueOf(session, account).store.getState().to
      await runQueue({ session, portal, account, to: target, together, isStopped: () => stopped.current })
    } finally {
      setWorking(false)
      setStopping(false)
    }
  }
  return {
    queue,
    state: working ? (stopping ? 'stopping' : 'working') : isElsewhere ? 'elsewhere' : 'idle',
    asksFor: (things) => together && together(things).length,
    start: (things) => {
      if (working || isElsewhere) return
      startQueue({ session, account, to }, things)
      void work()
    },
    goOn: () => {
      if (!working && !isElsewhere) void work()
    },
    stop: () => {
      stopped.current = true
      setStopping(true)
    },
    clear: () => clearQueue(session, account),
  }
}

/** Well below what a block of the C-Chain takes. */
const maxGas = 8_000_000n
/** As many as a tracked transaction names. */
const maxCalls = 20

/** What the wallet signs together: things of one escrow, within a block's gas. */
export function groupsOf(
  things: readonly Holding[],
  costs: ReadonlyMap<string, HomeCost | undefined>,
): readonly (readonly Holding[])[] {
  const groups: { readonly things: Holding[]; gas: bigint }[] = []
  for (const thing of things) {
    const cost = costs.get(thing.key)
    const gas = cost?.kind === 'known' ? cost.gas : maxGas
    const open = groups.find(
      (group) =>
        group.things[0]?.escrow === thing.escrow && group.things.length < maxCalls && group.gas + gas <= maxGas,
    )
    if (open) {
      open.things.push(thing)
      open.gas += gas
    } else groups.push({ things: [thing], gas })
  }
  return groups.map((group) => group.things)
}
