import type { Address } from './address.ts'
import { type Nft, nftKey } from './nft.ts'
import type { DealCoins } from './offer.ts'

interface Deal {
  /** Null without a connected wallet. */
  readonly creator: Address | null
  /** Null while unknown. */
  readonly recipient: Address | null
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
}

/** A canonical text of a deal: who gives what, regardless of the order in which items were added. Seeds the deal mark. */
export function dealSeed({ creator, recipient, offered, requested, coins }: Deal): string {
  const sides = [
    [offered, coins.offeredWei],
    [requested, coins.requestedWei],
  ] as const
  const texts = sides.map(([nfts, wei]) =>
    [...nfts.map(nftKey).toSorted(), ...(wei === 0n ? [] : [`${wei} wei`])].join(','),
  )
  return [creator ?? '', recipient ?? '', ...texts].join('|').toLowerCase()
}
