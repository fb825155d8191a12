import { type DurationMinutes, maxNftsPerSide, type Nft, nftKey } from '@parley/domain'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { type DraftRecipient, useRecipient } from './useRecipient.ts'
import { renderMessage } from '../../text/message.ts'
import type { HeldNft } from '../../services/HeldNft.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import {
  addressIn,
  addTo,
  type DraftStore,
  minutesOf,
  removeFrom,
  type SideName,
  type TypedCoins,
} from '../../services/drafts.ts'

export type { DraftRecipient } from './useRecipient.ts'

export interface Draft {
  readonly own: DraftSide
  readonly friend: DraftSide
  readonly recipient: DraftRecipient
  readonly minutes: DurationMinutes
  setMinutes(minutes: DurationMinutes): void
  /** Whether CREATE is enabled: something on each side, an NFT on one, and a valid address. It stays clickable either way (decision S2). */
  readonly ready: boolean
  /** Clears both sides; keeps the recipient. */
  clear(): void
}

/** The portal's draft offer, shared by the main page and the create page. */
export function useDraft(): Draft {
  const session = useSession()
  const portal = usePortal()
  const store = session.drafts.of(portal.key)
  const state = useStore(store)
  const own = useDraftSide(store, 'own')
  const friend = useDraftSide(store, 'friend')
  const recipient = useRecipient(store)
  return {
    own,
    friend,
    recipient,
    minutes: minutesOf(state, portal),
    setMinutes: (minutes) => store.setState({ minutes }),
    ready:
      own.count > 0 &&
      friend.count > 0 &&
      own.nfts.length + friend.nfts.length > 0 &&
      own.coins.wei !== null &&
      friend.coins.wei !== null &&
      recipient.state === 'valid' &&
      addressIn(state.recipientText) !== null,
    clear: () => store.setState({ own: [], friend: [] }),
  }
}

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
function useDraftSide(store: DraftStore, side: SideName): DraftSide {
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
      else if (now.length >= maxNftsPerSide) notices.announce(renderMessage(messages, 'tooMany'))
      else addTo(store, side, nft)
    },
    remove: (nft) => removeFrom(store, side, nft),
    clear: () => store.setState({ [side]: [] }),
  }
}

/** A chosen NFT's lot number: A1, A2 … on your side, B1, B2 … on your friend's. */
export function lotOf(side: 'A' | 'B', chosen: readonly Nft[], nft: Nft): string | null {
  const key = nftKey(nft)
  const at = chosen.findIndex((one) => nftKey(one) === key)
  return at < 0 ? null : `${side}${at + 1}`
}
