import { type ReactNode, useState } from 'react'
import { gridText } from '../text/swap.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import type { HeldNft } from './drafts.ts'
import { idOf, shownName } from './nftView.ts'

const NftDetail = lazyOnIdle(() => import('./NftDetail.lazy.tsx'))

export interface NftDetails {
  /** Makes the picture of an NFT a button that shows it in full. */
  readonly openerOf: (nft: HeldNft) => (picture: ReactNode) => ReactNode
  /** The dialog. Belongs outside of lists. */
  readonly details: ReactNode
}

/** An NFT's details, opened by its picture, wherever users decide on it. */
export function useNftDetails(): NftDetails {
  const [nft, setNft] = useState<HeldNft | null>(null)
  return {
    openerOf: (one) => (picture) => (
      <button
        type="button"
        className="picture-open"
        aria-haspopup="dialog"
        aria-label={gridText.details(`${shownName(one)} ${idOf(one)}`)}
        onClick={() => setNft(one)}
      >
        {picture}
      </button>
    ),
    details: nft ? <NftDetail nft={nft} onClose={() => setNft(null)} /> : null,
  }
}
