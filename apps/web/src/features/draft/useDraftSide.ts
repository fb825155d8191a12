import { maxNftsPerSide, nftKey, type Nft } from '@parley/domain'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { say } from '../../messages/say.ts'
import { addTo, removeFrom, type DraftStore, type SideName, type TypedCoins } from '../../session/drafts.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'

export interface DraftSide {
  readonly nfts: readonly HeldNft[]
  readonly coins: TypedCoins
  /** NFTs, and one more if there are coins. */
  readonly count: number
  has(nft: Nft): boolean
  /** Adds or removes an NFT. The 21st isn't added and raises an alert. */
  toggle(nft: HeldNft): void
  remove(nft: Nft): void
  clear(): void
}

/** One side of the deal. */
export function useDraftSide(store: DraftStore, side: SideName): DraftSide {
  const { notices } = useSession()
  const { messages } = usePortal()
  const nfts = useStore(store, (state) => state[side])
  const coins = useStore(store, (state) => state[`${side}Coins`])
  const keys = useMemo(() => new Set(nfts.map(nftKey)), [nfts])
  return {
    nfts,
    coins,
    count: nfts.length + (coins.wei ? 1 : 0),
    has: (nft) => keys.has(nftKey(nft)),
    toggle: (nft) => {
      // Reads the store, not this render's value: a range is chosen in one go.
      const now = store.getState()[side]
      if (now.some((one) => nftKey(one) === nftKey(nft))) removeFrom(store, side, nft)
      else if (now.length >= maxNftsPerSide) notices.announce(say(messages, 'tooMany'))
      else addTo(store, side, nft)
    },
    remove: (nft) => removeFrom(store, side, nft),
    clear: () => store.setState({ [side]: [] }),
  }
}
