import { parseAddress } from '@parley/domain'
import type { DemoPerson } from './DemoPerson.ts'
import type { LocalNode } from './localNode.ts'

/** The node's accounts in their order; the first one deployed everything and owns the contracts. */
const namesByIndex = ['Owner', 'Alice', 'Bob', 'Carol'] as const

/** Alice, Bob and Carol first, since they are who people swap as; the owner last, for the admin panel. */
export async function loadPeople(node: LocalNode): Promise<readonly DemoPerson[]> {
  const accounts = await node.request('eth_accounts')
  if (!Array.isArray(accounts)) return []
  const people = namesByIndex.flatMap((name, index) => {
    const parsed = parseAddress(String(accounts[index] ?? ''))
    return 'address' in parsed ? [{ name, address: parsed.address }] : []
  })
  return [...people.slice(1), ...people.slice(0, 1)]
}
