import { findHoldings, type CollectionHoldings } from '@parley/chain'
import { collectionName, findCollection, type Address, type Collection } from '@parley/domain'
import { imageUrl, type WireHoldings } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { HeldNft } from './HeldNft.ts'
import { collectionsIn, type Place } from './portalCollections.ts'
import { queryKeys } from './queryKeys.ts'
import type { Session } from './Session.ts'

export interface HoldingsAnswer {
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read. */
  readonly unreadable: readonly Address[]
  readonly source: 'server' | 'chain'
  /** Collections that are still being read; their NFTs follow. */
  readonly reading: number
}

/** A wallet that holds more than this many pages is shown that far. */
const maxPages = 50

/**
 * What a wallet holds: from the server, or read from the chain where the server is away. Read from the chain, a portal asks
 * for its own collections only, as far as it looks in each.
 */
export function holdingsQuery(session: Session, place: Place, address: Address) {
  const collections = collectionsIn(place, session.config.collections)
  return queryOptions({
    queryKey: [...queryKeys.holdingsOf(address), ...collections.map(({ key }) => key)] as const,
    queryFn: async ({ signal, client, queryKey }): Promise<HoldingsAnswer> => {
      try {
        return await fromServer(session, address, signal)
      } catch (error) {
        if (signal.aborted) throw error
        // What is known is shown while the rest is read, unless there is an older list that is whole.
        const hasOlder = client.getQueryData(queryKey) !== undefined
        return fromChain(session, address, {
          collections,
          signal,
          onProgress: (sofar) => hasOlder || client.setQueryData(queryKey, sofar),
        })
      }
    },
  })
}

async function fromServer({ api, config }: Session, address: Address, signal: AbortSignal): Promise<HoldingsAnswer> {
  const nfts: HeldNft[] = []
  const unreadable = new Set<Address>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await api.request('holdings', {
      params: { address },
      query: cursor === undefined ? {} : { cursor },
      signal,
    })
    nfts.push(...answer.nfts.map((nft) => heldFromWire(nft, config.collections)))
    for (const contract of answer.unreadable) unreadable.add(contract)
    if (answer.nextCursor === null) break
    cursor = answer.nextCursor
  }
  return { nfts, unreadable: [...unreadable], source: 'server', reading: 0 }
}

function heldFromWire(wire: WireHoldings['nfts'][number], collections: readonly Collection[]): HeldNft {
  const { contract, tokenId, name, image, escrowedBy } = wire
  return {
    contract,
    tokenId: BigInt(tokenId),
    name,
    collectionName: wire.collectionName,
    image,
    verified: findCollection(collections, contract) !== undefined,
    escrowedBy,
  }
}

interface Reading {
  readonly collections: readonly Collection[]
  readonly signal: AbortSignal
  readonly onProgress: (sofar: HoldingsAnswer) => void
}

async function fromChain({ chain }: Session, address: Address, reading: Reading): Promise<HoldingsAnswer> {
  const { collections, signal, onProgress } = reading
  const known: CollectionHoldings[] = []
  const found = await findHoldings(chain, collections, address, {
    signal,
    onProgress(holdings) {
      known.push(holdings)
      if (known.length < collections.length) onProgress(answerOf(known, collections))
    },
  })
  const answer = answerOf(found, collections)
  // Nothing could be read at all: that is no empty wallet, and what was known before stands.
  if (answer.unreadable.length === collections.length) throw new HoldingsUnreadError()
  return answer
}

/** Neither the server nor any endpoint of the chain told what a wallet holds. */
class HoldingsUnreadError extends Error {
  override readonly name = 'HoldingsUnreadError'
}

/** In the registry's order, whatever order the collections came in. */
function answerOf(found: readonly CollectionHoldings[], collections: readonly Collection[]): HoldingsAnswer {
  const nfts: HeldNft[] = []
  const unreadable: Address[] = []
  for (const { address } of collections) {
    const outcome = found.find(({ collection }) => collection.address === address)?.outcome
    if (outcome === undefined) continue
    if ('unreadable' in outcome) unreadable.push(address)
    else nfts.push(...outcome.nfts.map((nft) => plainHeld(nft, collections)))
  }
  return { nfts, unreadable, source: 'chain', reading: collections.length - found.length }
}

/** An NFT of which only contract and id are known. */
export function plainHeld(nft: Pick<HeldNft, 'contract' | 'tokenId'>, collections: readonly Collection[]): HeldNft {
  const verified = findCollection(collections, nft.contract) !== undefined
  const collection = collectionName(collections, nft.contract)
  return {
    ...nft,
    name: `${collection} #${nft.tokenId}`,
    collectionName: collection,
    image: verified ? imageUrl(nft) : '',
    verified,
    escrowedBy: null,
  }
}
