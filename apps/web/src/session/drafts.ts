import {
  defaultDurationMinutes,
  nftKey,
  parseAddress,
  type Address,
  type DurationMinutes,
  type Nft,
} from '@parley/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HeldNft } from './HeldNft.ts'
import type { PortalData } from './Portal.ts'

export type SideName = 'own' | 'friend'

export interface DraftState {
  readonly own: readonly HeldNft[]
  readonly friend: readonly HeldNft[]
  readonly recipientText: string
  /** The typed text, debounced. */
  readonly restedText: string
  /** The wallet that the debounced text last named. The friend's chosen NFTs belong to it. */
  readonly friendAddress: Address | null
  readonly minutes: DurationMinutes
}

export type DraftStore = StoreApi<DraftState>

const empty: DraftState = {
  own: [],
  friend: [],
  recipientText: '',
  restedText: '',
  friendAddress: null,
  minutes: defaultDurationMinutes,
}

/** The offers being put together, one for each portal. They live as long as the page: going to another screen keeps them. */
export interface Drafts {
  of(portalKey: string): DraftStore
  /** After an account change, drops the NFTs chosen from the old account. */
  forgetOwn(): void
}

export function createDrafts(): Drafts {
  const stores = new Map<string, DraftStore>()
  return {
    of: (portalKey) => {
      const store = stores.get(portalKey) ?? createStore<DraftState>(() => empty)
      stores.set(portalKey, store)
      return store
    },
    forgetOwn: () => stores.forEach((store) => store.setState({ own: [] })),
  }
}

export function addTo(store: DraftStore, side: SideName, nft: HeldNft): void {
  store.setState((state) => ({ [side]: [...without(state[side], nft), nft] }))
}

export function removeFrom(store: DraftStore, side: SideName, nft: Nft): void {
  store.setState((state) => ({ [side]: without(state[side], nft) }))
}

/** Takes the NFTs of a deal off the table, and leaves what was laid down beside them. */
export function takeOff(
  store: DraftStore,
  { offered, requested }: { readonly offered: readonly Nft[]; readonly requested: readonly Nft[] },
): void {
  for (const nft of offered) removeFrom(store, 'own', nft)
  for (const nft of requested) removeFrom(store, 'friend', nft)
}

/**
 * The text has rested: if it names another wallet than before, what was chosen of the old one's goes. A slip of the
 * finger that names no wallet at all loses nothing.
 */
export function restText(store: DraftStore): void {
  store.setState(({ recipientText, friendAddress }) => {
    const address = addressIn(recipientText)
    if (address === null || address === friendAddress) return { restedText: recipientText }
    return { restedText: recipientText, friendAddress: address, friend: [] }
  })
}

/** The draft's offer duration: the user's choice, if the portal offers it. */
export function minutesOf({ minutes }: Pick<DraftState, 'minutes'>, { durations }: Pick<PortalData, 'durations'>) {
  return durations.includes(minutes) ? minutes : (durations.at(-1) ?? defaultDurationMinutes)
}

/** The address that a text holds, if it holds one. */
export function addressIn(text: string): Address | null {
  const parsed = parseAddress(text)
  return 'address' in parsed ? parsed.address : null
}

function without(nfts: readonly HeldNft[], nft: Nft): readonly HeldNft[] {
  const key = nftKey(nft)
  return nfts.filter((candidate) => nftKey(candidate) !== key)
}
