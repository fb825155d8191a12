import {
  type Address,
  type AddressProblem,
  type DealCoins,
  defaultDurationMinutes,
  type DurationMinutes,
  findCollection,
  type Nft,
  type OfferId,
  nftKey,
  parseAddress,
  sameAddress,
} from '@parley/domain'
import { type PageDeployment, isBuiltFor } from '@parley/protocol'
import type { PortalData } from './Portal.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** An NFT in a wallet, with the data of its tile. */
export interface HeldNft extends Nft {
  /** '{collection} #{id}', or the name of its metadata. */
  readonly name: string
  readonly collectionName: string
  /** Empty where there is no picture. */
  readonly image: string
  /** Whether its contract is one of the supported collections (decision S5). */
  readonly verified: boolean
  /** The open offer that holds it in escrow for this wallet. Such an NFT cannot be offered again. */
  readonly escrowedBy: OfferId | null
  /** The block in which the wallet got it, where the server saw that. */
  readonly receivedBlock?: number | undefined
}

export type SideName = 'own' | 'friend'

/** The coins that a side adds. */
export interface TypedCoins {
  readonly text: string
  /** Null while the text is no amount. */
  readonly wei: bigint | null
}

export const noneTyped: TypedCoins = { text: '', wei: 0n }

interface DraftState {
  /** Whose draft it is, once it is kept. */
  readonly account: Address | null
  readonly own: readonly HeldNft[]
  readonly friend: readonly HeldNft[]
  readonly ownCoins: TypedCoins
  readonly friendCoins: TypedCoins
  readonly recipientText: string
  /** The typed text, debounced. */
  readonly debouncedText: string
  /** The wallet that the debounced text last named. The friend's chosen NFTs belong to it. */
  readonly friendAddress: Address | null
  readonly minutes: DurationMinutes
  /** A link laid this deal, so its recipient isn't the user's own choice. */
  readonly linked: boolean
  /** The friend of a new deal, asked for on another page. */
  readonly asked: Address | null
}

export type DraftStore = StoreApi<DraftState>

const empty: DraftState = {
  account: null,
  own: [],
  friend: [],
  ownCoins: noneTyped,
  friendCoins: noneTyped,
  recipientText: '',
  debouncedText: '',
  friendAddress: null,
  minutes: defaultDurationMinutes,
  linked: false,
  asked: null,
}

/**
 * The offers being put together, one for each portal. Going to another screen keeps them; a reload: see keepDraft.
 */
export interface Drafts {
  of(portalKey: string): DraftStore
  /** After an account change, empties the tables of other accounts. Their stored drafts stay. */
  startAs(account: Address): void
}

export function createDrafts(): Drafts {
  const stores = new Map<string, DraftStore>()
  return {
    of: (portalKey) => {
      const store = stores.get(portalKey) ?? createStore<DraftState>(() => empty)
      stores.set(portalKey, store)
      return store
    },
    startAs: (account) => stores.forEach((store) => store.getState().account !== account && store.setState(empty)),
  }
}

/** Takes everything off the table. It stays the account's. */
export function clearTable(store: DraftStore, account: Address | null = store.getState().account): void {
  store.setState({ ...empty, account })
}

export function addTo(store: DraftStore, side: SideName, nft: HeldNft): void {
  store.setState((state) => ({ [side]: [...without(state[side], nft), nft] }))
}

export function removeFrom(store: DraftStore, side: SideName, nft: Nft): void {
  store.setState((state) => ({ [side]: without(state[side], nft) }))
}

/** Removes a deal's NFTs and coins from the draft. Later additions stay. */
export function removeDeal(
  store: DraftStore,
  deal: { readonly offered: readonly Nft[]; readonly requested: readonly Nft[]; readonly coins: DealCoins | null },
): void {
  for (const nft of deal.offered) removeFrom(store, 'own', nft)
  for (const nft of deal.requested) removeFrom(store, 'friend', nft)
  const { ownCoins, friendCoins } = store.getState()
  store.setState({ linked: false })
  if (ownCoins.wei === deal.coins?.offeredWei) store.setState({ ownCoins: noneTyped })
  if (friendCoins.wei === deal.coins?.requestedWei) store.setState({ friendCoins: noneTyped })
}

/**
 * The text has rested: if it names another wallet than before, what was chosen of the old one's goes. A slip of the
 * finger that names no wallet at all loses nothing.
 */
export function commitRecipient(store: DraftStore): void {
  store.setState(({ recipientText, friendAddress }) => {
    const address = addressIn(recipientText)
    if (address === null || address === friendAddress) return { debouncedText: recipientText }
    // A side without a known friend is the first named friend's.
    return {
      debouncedText: recipientText,
      friendAddress: address,
      ...(friendAddress && { friend: [], friendCoins: noneTyped }),
    }
  })
}

/** Asks for a table with this friend. It is laid like a link's, so that another deal on the table is left alone. */
export function setRecipient(store: DraftStore, asked: Address): void {
  store.setState({ asked })
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

/** Problems of a friend's address beyond its format. */
export type RecipientProblem = AddressProblem | 'own' | 'escrow' | 'collection'

/** Reads a friend's address: not one's own, and neither the escrow's nor a collection's (decision K10). */
export function readRecipient(
  text: string,
  viewer: Address | null,
  config: Pick<PageDeployment, 'escrows' | 'collections'>,
): { address: Address } | { problem: RecipientProblem } {
  const parsed = parseAddress(text)
  if ('problem' in parsed) return parsed
  const { address } = parsed
  if (viewer && sameAddress(address, viewer)) return { problem: 'own' }
  if (isBuiltFor(config, address)) return { problem: 'escrow' }
  if (findCollection(config.collections, address)) return { problem: 'collection' }
  return { address }
}
