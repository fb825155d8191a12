import { type DurationMinutes, maxNftsPerSide, type Nft, nftKey, type Address } from '@parley/domain'
import { useMemo, useEffect } from 'react'
import { useStore } from 'zustand'
import { renderMessage } from '../../text/message.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { queryKeys } from '../../services/queries.ts'
import { people } from '../../services/people.tsx'
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
  commitRecipient,
  readRecipient,
  type RecipientProblem,
} from '../../services/drafts.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Messages } from '../../text/catalogue.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { getCode } from 'viem/actions'

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

/**
 * The portal's draft offer, shared by the main page and the create page.
 *
 * The draft, its sides and its recipient are the same objects until they change, so that memoized parts can skip a render.
 */
export function useDraft(): Draft {
  const session = useSession()
  const portal = usePortal()
  const store = session.drafts.of(portal.key)
  const state = useStore(store)
  const own = useDraftSide(store, 'own')
  const friend = useDraftSide(store, 'friend')
  const recipient = useRecipient(store)
  const minutes = minutesOf(state, portal)
  const ready =
    own.count > 0 &&
    friend.count > 0 &&
    own.nfts.length + friend.nfts.length > 0 &&
    own.coins.wei !== null &&
    friend.coins.wei !== null &&
    recipient.state === 'valid' &&
    addressIn(state.recipientText) !== null
  return useMemo(
    () => ({
      own,
      friend,
      recipient,
      minutes,
      ready,
      setMinutes: (chosen) => store.setState({ minutes: chosen }),
      clear: () => store.setState({ own: [], friend: [] }),
    }),
    [own, friend, recipient, minutes, ready, store],
  )
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
  return useMemo(() => {
    const keys = new Set(nfts.map(nftKey))
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
  }, [nfts, coins, store, side, notices, messages])
}

/** A chosen NFT's lot number: A1, A2 … on your side, B1, B2 … on your friend's. */
export function itemLabel(side: 'A' | 'B', chosen: readonly Nft[], nft: Nft): string | null {
  const key = nftKey(nft)
  const at = chosen.findIndex((one) => nftKey(one) === key)
  return at < 0 ? null : `${side}${at + 1}`
}

export interface DraftRecipient {
  readonly text: string
  /** `typing` until the input has been unchanged for 500 ms, and while it is a name. `stopped`: to be compared (decision I5). */
  readonly state: 'empty' | 'typing' | 'stopped' | 'invalid' | 'valid'
  /** Set if valid. */
  readonly address: Address | null
  readonly problem: Exclude<RecipientProblem, 'empty'> | null
  /** The problem, shown as a second line under 'INVALID ETH ADDRESS' (decision S3). */
  readonly problemText: string | null
  /** The address is a contract wallet: shows a warning, never refused (decision K10). */
  readonly isContract: boolean
  setText(text: string): void
}

/** Debounce before looking up the address. */
const recipientDebounceMs = 500

function useRecipient(store: DraftStore): DraftRecipient {
  const { config, chain } = useSession()
  const { messages } = usePortal()
  const viewer = useAccount()
  const known = useStore(people)
  const text = useStore(store, (state) => state.recipientText)
  const rested = useStore(store, (state) => state.debouncedText)
  useEffect(() => {
    if (text === rested) return
    const timer = setTimeout(() => commitRecipient(store), recipientDebounceMs)
    return () => clearTimeout(timer)
  }, [store, text, rested])

  const reading = readRecipient(rested, viewer, config)
  const typed = 'address' in reading ? reading.address : null
  const held = known.holds(rested)
  const address = held ? null : typed
  const problem = 'problem' in reading && reading.problem !== 'empty' ? reading.problem : null
  const { data: isContract = false } = useQuery({
    queryKey: queryKeys.code(address ?? '0x'),
    queryFn: address ? async () => ((await getCode(chain, { address })) ?? '0x') !== '0x' : skipToken,
  })
  const state = text.trim() === '' ? 'empty' : text !== rested ? 'typing' : (held ?? (address ? 'valid' : 'invalid'))
  const problemText = problem ? recipientHint(problem, rested, messages) : null
  return useMemo(
    () => ({
      text,
      state,
      address,
      problem,
      problemText,
      isContract,
      setText: (recipientText) => store.setState({ recipientText }),
    }),
    [text, state, address, problem, problemText, isContract, store],
  )
}

const hints = {
  characters: 'addressCharacters',
  checksum: 'addressChecksum',
  zero: 'addressZero',
  own: 'addressOwn',
  escrow: 'addressEscrow',
  collection: 'addressCollection',
} as const

/** The second line under 'INVALID ETH ADDRESS' (decision S3). */
function recipientHint(problem: Exclude<RecipientProblem, 'empty'>, text: string, messages: Messages): string {
  if (problem === 'length') return messages.addressLength({ length: text.trim().length })
  return messages[hints[problem]]
}
