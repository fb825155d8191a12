import { maxNftsPerSide } from '@parley/domain'
import type { DraftSide } from '../../features/draft/useDraft.ts'
import type { HeldNft } from '../../session/HeldNft.ts'

/** Lays a range on the table. One above the limit is tried too, so that the alert says why the rest stays where it is. */
export function chooseAll(side: DraftSide, nfts: readonly HeldNft[]): void {
  const room = maxNftsPerSide - side.nfts.length
  for (const nft of nfts.filter((one) => !side.has(one)).slice(0, room + 1)) side.toggle(nft)
}
