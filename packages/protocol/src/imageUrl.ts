import type { Nft } from '@parley/domain'

export const imageSizes = ['256', '512', '1024', 'original'] as const
type ImageSize = (typeof imageSizes)[number]

/** Where the server serves an NFT's picture. */
export function imageUrl(nft: Nft, size: ImageSize = '256'): string {
  return `/api/nft/${nft.contract}/${nft.tokenId}/image?size=${size}`
}
