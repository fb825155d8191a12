import { type Address, sameAddress } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import { type Query, type QueryClient, type QueryFilters, useQuery } from '@tanstack/react-query'
import { type Session, useSession } from './Session.ts'
import { useStore } from 'zustand'
import type { LiveStatus, LiveState } from './liveConnection.ts'
import { useSyncExternalStore } from 'react'
import { getBlockNumber } from 'viem/actions'

/** The names under which answers are kept, and by which changes make them be read again. */
export const queryKeys = {
  offers: ['offers'] as const,
  sent: (address: Address) => ['offers', 'sent', address] as const,
  received: (address: Address) => ['offers', 'received', address] as const,
  expired: (address: Address) => ['offers', 'expired', address] as const,
  byUser: (address: Address) => ['offers', 'user', address] as const,
  declines: (address: Address) => ['offers', 'declines', address] as const,
  claims: (address: Address) => ['offers', 'claims', address] as const,
  agreed: (address: Address, other: Address) => ['offers', 'agreed', address, other] as const,
  offer: (idText: string) => ['offers', 'one', idText] as const,
  offerOnChain: (idText: string) => ['offers', 'on-chain', idText] as const,
  holdings: ['holdings'] as const,
  holdingsOf: (address: Address) => ['holdings', address] as const,
  approvals: ['approvals'] as const,
  approvalsOf: (address: Address) => ['approvals', address] as const,
  balance: (address: Address) => ['balance', address] as const,
  gasPrice: ['gas-price'] as const,
  head: ['head'] as const,
  nft: (key: string) => ['nft', key] as const,
  owner: (key: string) => ['holdings', 'owner', key] as const,
  /** As `owner`, but the zero address for a burned NFT. Other readers of its owner fail. */
  holder: (key: string) => ['holdings', 'owner', key, 'or-nobody'] as const,
  fee: (escrow: Address) => ['fee', escrow] as const,
  together: (account: Address) => ['together', account] as const,
  network: (walletUid: string, chainId: number) => ['network', walletUid, chainId] as const,
  code: (address: Address) => ['code', address] as const,
  stats: ['stats', 'numbers'] as const,
  statsTrades: (view: string) => ['stats', 'trades', view] as const,
  escrow: (escrow: Address) => ['escrow', escrow] as const,
  escrowRecord: (escrow: Address) => ['escrow', escrow, 'record'] as const,
}

/** What the names of all owners begin with. */
const owners = queryKeys.owner('').slice(0, 2)

/** Maximum wait for fresh lists after an action. Later changes arrive as events. */
const patienceMs = 8_000

/** Queries whose first request was under way when a change came. */
const early = new WeakSet<Query>()

/**
 * Invalidates queries and refetches those on screen. TanStack Query joins a query's first request if it is still under way, and
 * its answer may be older than the change, so such a query is read again after it.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || early.has(query)) continue
    early.add(query)
    const again = (): Promise<void> => {
      early.delete(query)
      return queries.invalidateQueries({ queryKey: query.queryKey })
    }
    void query.promise?.then(again, again)
  }
  await queries.invalidateQueries(filters)
}

/**
 * Invalidates the queries that an event makes stale. `again`: after a broken connection anything may have changed. The
 * first greeting invalidates queries made before it, since their changes were not sent.
 */
export function applyLiveEvent(queries: QueryClient, event: LiveEvent, again: boolean): void {
  if (event.type === 'hello') {
    if (again) void readAgain(queries, {})
    else for (const queryKey of [queryKeys.offers, queryKeys.holdings]) void readAgain(queries, { queryKey })
  }
  if (event.type === 'offer') {
    void readAgain(queries, {
      queryKey: queryKeys.offers,
      predicate: ({ queryKey }) => concerns(queryKey, [event.offerId, event.creator, event.recipient]),
    })
    void readAgain(queries, { queryKey: queryKeys.balance(event.creator) })
  }
  if (event.type === 'escrow') {
    void readAgain(queries, { queryKey: queryKeys.escrow(event.escrow) })
    void readAgain(queries, { queryKey: queryKeys.fee(event.escrow) })
  }
  if (event.type === 'holdings') {
    for (const address of event.addresses) void readAgain(queries, { queryKey: queryKeys.holdingsOf(address) })
    void readAgain(queries, { queryKey: owners, predicate: (query) => isOwnedBy(query, event.addresses) })
  }
}

/** Whether an NFT's owner, as last read, is one of these. True also while it is being read, since the answer may be older. */
function isOwnedBy({ state: { data, fetchStatus } }: Query, addresses: readonly Address[]): boolean {
  return fetchStatus === 'fetching' || (typeof data === 'string' && addresses.some((one) => sameAddress(one, data)))
}

function concerns(queryKey: readonly unknown[], names: readonly (string | Address)[]): boolean {
  const subject = queryKey[2]
  return typeof subject === 'string' && names.some((name) => sameAddress(name, subject))
}

/** Refreshes what an action may have changed: offers, holdings, approvals, balance, escrow. */
export async function refreshAfterAction({ queries, clock }: Session): Promise<void> {
  const stop = new AbortController()
  const all = [queryKeys.offers, queryKeys.holdings, queryKeys.approvals, ['balance'], ['escrow'], ['fee']].map(
    (queryKey) => readAgain(queries, { queryKey }),
  )
  await Promise.race([Promise.allSettled(all), clock.sleep(patienceMs, stop.signal).catch(() => undefined)])
  stop.abort()
}

/** The state of the live connection to the server. */
export function useLive(): { readonly status: LiveStatus; readonly indexedBlock: number | null } {
  const { live } = useSession()
  const status = useStore(live.store, (state) => state.status)
  const indexedBlock = useStore(live.store, (state) => state.indexedBlock)
  return { status, indexedBlock }
}

/** With a block every second or two, this much silence means that the server isn't listening. */
const silenceMs = 12_000
/** Fewer blocks than this are the ordinary way from the chain to the page. */
const ordinaryLagBlocks = 5
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

/** Whether the server's newest block is too old. What this page reads from the chain says nothing about the server. */
function isSuspicious({ status, announcedAtMs }: LiveState, nowMs: number): boolean {
  return status === 'live' && announcedAtMs !== null && nowMs - announcedAtMs > silenceMs
}
