import { findHoldings, type CollectionHoldings } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import type { HeldNft } from './drafts.ts'
import { describedNft } from './nftView.ts'
import type { Session } from './Session.ts'

export interface HoldingsAnswer {
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read. */
  readonly unreadable: readonly Address[]
  readonly source: 'server' | 'chain'
  /** Collections that are still being read; their NFTs follow. */
  readonly reading: number
  /** The wallet holds more than has been read: how many were, of all collections together. Null where everything has been. */
  readonly readUpTo: number | null
}

interface Reading {
  readonly collections: readonly Collection[]
  readonly signal: AbortSignal
  readonly onProgress: (sofar: HoldingsAnswer) => void
}

/** What a wallet holds, read from the chain: where nothing at all can be read, it rejects. */
export async function holdingsFromChain(
  { chain }: Session,
  address: Address,
  reading: Reading,
): Promise<HoldingsAnswer> {
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
  // Nothing could be read at all. That isn't an empty wallet: keep the earlier data.
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
    else nfts.push(...outcome.nfts.map((nft) => describedNft(nft, collections, { image: imageUrl(nft) })))
  }
  return { nfts, unreadable, source: 'chain', reading: collections.length - found.length, readUpTo: null }
}
