import { nftKey } from '@parley/domain'
import type { HeldNft } from '../../session/HeldNft.ts'

/** A chosen NFT's lot number: A1, A2 … on your side, B1, B2 … on your friend's. */
export function lotOf(
  side: 'A' | 'B',
  chosen: readonly Pick<HeldNft, 'contract' | 'tokenId'>[],
  nft: Pick<HeldNft, 'contract' | 'tokenId'>,
): string | null {
  const key = nftKey(nft)
  const at = chosen.findIndex((one) => nftKey(one) === key)
  return at < 0 ? null : `${side}${at + 1}`
}
