import { contextRoutes, createClientOf } from '@parley/protocol'

/** How many tokens each collection has, by address. Empty if the server doesn't say. */
export async function readSupplies(): Promise<ReadonlyMap<string, number>> {
  try {
    const answer = await createClientOf(contextRoutes, '').requestOrEmpty('collections')
    return new Map(answer?.collections.flatMap(({ address, supply }) => (supply === null ? [] : [[address, supply]])))
  } catch {
    // The list says what can be swapped without it.
    return new Map()
  }
}
