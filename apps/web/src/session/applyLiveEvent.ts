import { sameAddress, type Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './queryKeys.ts'
import { readAgain } from './readAgain.ts'

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
