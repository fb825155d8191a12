import { gridText } from '../text/swap.ts'
import { shorten } from '../ui/Address.tsx'
import type { HeldNft } from './HeldNft.ts'
import { hasOwnName, idOf, shownName } from './nftNames.ts'

/** What a print or a row shows of an NFT. */
export interface NftItem {
  readonly image: string
  readonly missingLabel: string
  readonly name: string | null
  readonly series: string
  readonly verified: boolean
  readonly sealLabel: string
  readonly id: string
  readonly origin: { readonly short: string; readonly full: string }
}

export function itemOf(nft: HeldNft, missingLabel: string): NftItem {
  return {
    image: nft.image,
    missingLabel,
    name: hasOwnName(nft) ? shownName(nft) : null,
    series: nft.collectionName,
    verified: nft.verified,
    sealLabel: nft.verified ? gridText.verified : gridText.unverified,
    id: idOf(nft),
    origin: { short: shorten(nft.contract), full: nft.contract },
  }
}
