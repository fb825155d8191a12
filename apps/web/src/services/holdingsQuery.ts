import type { Address, Collection } from '@parley/domain'
import type { WireHoldings } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { importOnce } from '../ui/lazy.ts'
import type { HeldNft } from './drafts.ts'
import type { HoldingsAnswer } from './holdingsFromChain.lazy.ts'
import { queryKeys } from './queries.ts'
import { describedNft } from './nftView.ts'
import { collectionsIn, type Place } from './Portal.ts'
import type { Session } from './Session.ts'

/** Reading the chain needs much code that is useless while the server answers; the page prefetches it. */
export const loadHoldingsFromChain = importOnce(() => import('./holdingsFromChain.lazy.ts'))

/** Pages of a wallet read in one go. More are read on request. */
export const pagesAtOnce = 50

/** Pages requested per wallet, if more than the default. */
const wantedPages = new Map<Address, number>()

/** Reads this many more pages of the wallet from the next refresh on. */
export function wantMore(address: Address): void {
  wantedPages.set(address, pagesOf(address) + pagesAtOnce)
}

function pagesOf(address: Address): number {
  return wantedPages.get(address) ?? pagesAtOnce
}

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
        // Shows partial results while the rest loads, unless an older complete list exists.
        const hasOlder = client.getQueryData(queryKey) !== undefined
        const { holdingsFromChain } = await loadHoldingsFromChain()
        return holdingsFromChain(session, address, {
          collections,
          signal,
          onProgress: (sofar) => hasOlder || client.setQueryData(queryKey, sofar),
        })
      }
    },
  })
}

async function fromServer({ api, config }: Session, address: Address, signal: AbortSignal): Promise<HoldingsAnswer> {
  const maxPages = pagesOf(address)
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
    cursor = answer.nextCursor ?? undefined
    if (cursor === undefined) break
  }
  const readUpTo = cursor === undefined ? null : nfts.length
  return { nfts, unreadable: [...unreadable], source: 'server', reading: 0, readUpTo }
}

function heldFromWire(wire: WireHoldings['nfts'][number], collections: readonly Collection[]): HeldNft {
  const { contract, tokenId, name, image, escrowedBy, receivedBlock } = wire
  const nft = describedNft({ contract, tokenId: BigInt(tokenId) }, collections, { name, image })
  return { ...nft, escrowedBy, receivedBlock }
}
