import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { getBlockNumber } from 'viem/actions'
import type { LiveState } from './liveLine.ts'
import { queryKeys } from './queryKeys.ts'
import { useSession } from './Session.ts'

/** With a block every second or two, this much silence means that the server isn't listening. */
export const silenceMs = 12_000
/** Fewer blocks than this are the ordinary way from the chain to the page. */
export const ordinaryLagBlocks = 5
const lookMs = 3_000
const askAgainMs = 10_000

/**
 * How many blocks the index is behind the chain; 0 while it keeps up. If the server is silent or reports old blocks,
 * the page asks the chain itself.
 */
export function useIndexLag(): number {
  const { live, chain, clock } = useSession()
  const state = useStore(live.store)
  const suspicious = useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, lookMs)
      return () => clearInterval(timer)
    },
    () => isSuspicious(live.store.getState(), clock.now()),
  )
  const { data: head } = useQuery({
    queryKey: queryKeys.head,
    queryFn: async () => Number(await getBlockNumber(chain, { cacheTime: 0 })),
    enabled: suspicious,
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
  if (!suspicious || head === undefined || state.indexedBlock === null) return 0
  const lag = head - state.indexedBlock
  return lag < ordinaryLagBlocks ? 0 : lag
}

/** Whether the server's newest block is too old, by its arrival or by its own timestamp. */
export function isSuspicious({ status, head, greetedAtMs }: LiveState, nowMs: number): boolean {
  if (status !== 'live') return false
  const newestMs = head ? Math.min(head.heardAtMs, head.timestampS * 1000) : (greetedAtMs ?? nowMs)
  return nowMs - newestMs > silenceMs
}
