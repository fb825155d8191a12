import type { SimChain } from './chain/SimChain.ts'
import type { IndexContent } from './readIndex.ts'

/** Differences between the index and contract state, found independently of the product's code. */
export function againstChain(chain: SimChain, index: IndexContent): string[] {
  const { state } = chain.head()
  const rows = index.offers.map((text) => JSON.parse(text))
  const offers = new Map(rows.map((row) => [row.id, row]))
  const owners = new Map(
    index.owners
      .map((text) => JSON.parse(text))
      .map((row) => [`${row.contract}/${BigInt(`0x${row.token}`)}`.toLowerCase(), row.owner]),
  )
  const wrong: string[] = []
  for (const [id, { status, coins }] of state.offers) {
    const row = offers.get(id)
    const held = row?.settlement
    if (held !== (status === 'open' ? null : status)) wrong.push(`offer ${id} is ${status}, the index says ${held}`)
    const sums = `${coins.offeredWei} for ${coins.requestedWei}`
    const indexed = `${row?.offered_wei} for ${row?.requested_wei}`
    if (sums !== indexed) wrong.push(`offer ${id} has coins ${sums}, the index says ${indexed}`)
  }
  for (const id of offers.keys()) if (!state.offers.has(id)) wrong.push(`offer ${id} does not exist`)
  for (const [nft, owner] of state.owners)
    if (owners.get(nft) !== owner) wrong.push(`${nft} is ${owner}'s, the index says ${owners.get(nft)}`)
  if (owners.size > state.owners.size) wrong.push(`${owners.size - state.owners.size} NFTs do not exist`)
  return wrong
}
