import { nftKey, type Address, type Collection } from '@parley/domain'
import { createPublicClient, erc721Abi, http, parseAbi } from 'viem'

const enumerableAbi = parseAbi(['function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'])
const batch = 50

/**
 * The naive way: collection by collection, `ownerOf` for every id, fifty requests in parallel with one call each. It
 * uses `tokenOfOwnerByIndex` if the collection can.
 */
export async function plainDiscovery(
  url: string,
  collections: readonly Collection[],
  owner: Address,
): Promise<Set<string>> {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, timeout: 60_000 }) })
  const found = new Set<string>()
  const inBatches = async (count: number, ask: (index: number) => Promise<bigint | undefined>, contract: Address) => {
    for (let from = 0; from < count; from += batch) {
      const indices = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index)
      for (const tokenId of await Promise.all(indices.map(ask)))
        if (tokenId !== undefined) found.add(nftKey({ contract, tokenId }))
    }
  }
  for (const { address, discovery } of collections) {
    if (discovery.kind === 'enumerable') {
      const balance = await client.readContract({ address, abi: erc721Abi, functionName: 'balanceOf', args: [owner] })
      const byIndex = (index: number) =>
        client.readContract({
          address,
          abi: enumerableAbi,
          functionName: 'tokenOfOwnerByIndex',
          args: [owner, BigInt(index)],
        })
      await inBatches(Number(balance), byIndex, address)
    } else {
      const ownedId = async (id: number) => {
        const holder = await client
          .readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [BigInt(id)] })
          .catch(() => undefined)
        return holder === owner ? BigInt(id) : undefined
      }
      await inBatches(discovery.lastId + 1, ownedId, address)
    }
  }
  return found
}
