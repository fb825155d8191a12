import { maxNftsPerSide } from '@parley/domain'
import type { DraftSide } from '../../features/draft/useDraft.ts'
import type { HeldNft } from '../../session/HeldNft.ts'

/** Adds a range to the draft. Tries one beyond the limit too, so that the alert explains why the rest isn't added. */
export function chooseAll(side: DraftSide, nfts: readonly HeldNft[]): void {
  const room = maxNftsPerSide - side.nfts.length
  for (const nft of nfts.filter((one) => !side.has(one)).slice(0, room + 1)) side.toggle(nft)
}
