import { sameAddress, type Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import { queryKeys } from './queryKeys.ts'
import type { Session } from './Session.ts'

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
  }
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
