import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

const waiting = new WeakMap<Query, Promise<void>>()

/**
 * Makes answers old, and reads those again that a screen shows. A first request that is under way may have been answered before
 * the change, and TanStack Query joins it instead of asking again: it is asked again once it has ended.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
  await Promise.all([queries.invalidateQueries(filters), ...first.map((query) => afterFirst(queries, query))])
}

function afterFirst(queries: QueryClient, query: Query): Promise<void> {
  const known = waiting.get(query)
  if (known) return known
  const read = Promise.resolve(query.promise)
    .catch(() => undefined)
    .then(() => {
      waiting.delete(query)
      return queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  waiting.set(query, read)
  return read
}
