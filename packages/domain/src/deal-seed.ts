import type { Address } from './address.ts'
import { nftKey, type Nft } from './nft.ts'

interface Deal {
  /** Null without a connected wallet. */
  readonly creator: Address | null
  /** Null while unknown. */
  readonly recipient: Address | null
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
}

/** A canonical text of a deal: who gives what, regardless of the order in which items were added. Seeds the deal mark. */
export function dealSeed({ creator, recipient, offered, requested }: Deal): string {
  const sides = [offered, requested].map((nfts) => nfts.map(nftKey).toSorted().join(','))
  return [creator ?? '', recipient ?? '', ...sides].join('|').toLowerCase()
}
