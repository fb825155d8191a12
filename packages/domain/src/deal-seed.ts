import type { Address } from './address.ts'
import { nftKey, type Nft } from './nft.ts'

interface Deal {
  /** Null while nobody is connected. */
  readonly creator: Address | null
  /** Null while it is not known. */
  readonly recipient: Address | null
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
}

/**
 * A text that is equal for equal deals and different for different ones: both people see the same mark drawn from it, and a
 * changed deal draws another. The order in which things were laid down does not count; who gives what does.
 */
export function dealSeed({ creator, recipient, offered, requested }: Deal): string {
  const sides = [offered, requested].map((nfts) => nfts.map(nftKey).toSorted().join(','))
  return [creator ?? '', recipient ?? '', ...sides].join('|').toLowerCase()
}
