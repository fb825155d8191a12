import {
  durationChoices,
  findCollection,
  maxNftsPerSide,
  nftKey,
  parseAddress,
  product,
  readCoins,
  type Address,
  type Collection,
  type Nft,
} from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { fieldsOf, parseStored } from './browser.ts'
import {
  addressIn,
  clearTable,
  noneTyped,
  commitRecipient,
  type DraftStore,
  type SideName,
  type TypedCoins,
} from './drafts.ts'
import type { HeldNft } from './drafts.ts'
import { describedNft } from './nftView.ts'

/** Takes what was typed into one side's amount. */
export function typeCoins(store: DraftStore, side: SideName, text: string): void {
  store.setState({ [`${side}Coins`]: typed(text) })
}

/** Which NFTs may lie on each side of a portal's table. */
export type Tradable = Readonly<Record<SideName, readonly Collection[]>>

const kept = new WeakSet<DraftStore>()

/**
 * Restores the account's draft from before a reload or an account change, and stores later changes. Nothing that has
 * been typed or picked since is replaced.
 */
export function keepDraft(store: DraftStore, portalKey: string, account: Address, tradable: Tradable): void {
  const before = store.getState().account
  if (before === account) return
  if (before) clearTable(store, null)
  const keyOf = (owner: Address) => `${product.slug}-draft-${portalKey}-${owner}`
  restore(store, fieldsOf(parseStored(tab((storage) => storage.getItem(keyOf(account))))), tradable)
  if (!kept.has(store)) {
    kept.add(store)
    store.subscribe((now) => {
      const { account: owner, own, friend, ownCoins, friendCoins, recipientText, friendAddress, minutes, linked } = now
      if (!owner) return
      const text = JSON.stringify({
        own: own.map(nftKey),
        friend: friend.map(nftKey),
        ownCoins: ownCoins.text,
        friendCoins: friendCoins.text,
        recipient: recipientText,
        friendAddress,
        minutes,
        linked,
      })
      tab((storage) => storage.setItem(keyOf(owner), text))
    })
  }
  // Last, so that what was laid before this code came is stored too.
  store.setState({ account })
}

type Stored = ReadonlyMap<string, unknown>

function restore(store: DraftStore, stored: Stored, tradable: Tradable): void {
  const now = store.getState()
  const minutes = durationChoices.find((choice) => choice.minutes === stored.get('minutes'))?.minutes
  if (minutes !== undefined) store.setState({ minutes })
  if (stored.get('linked') === true) store.setState({ linked: true })
  if (now.own.length === 0) store.setState({ own: nftsOf(stored.get('own'), tradable.own) })
  if (now.ownCoins === noneTyped) typeCoins(store, 'own', textOf(stored.get('ownCoins')))
  const friendAddress = addressIn(textOf(stored.get('friendAddress')))
  const named = addressIn(now.recipientText) ?? now.friendAddress
  // The requested side belongs to the friend it was chosen from.
  if (named && named !== friendAddress) return
  store.setState({ friendAddress })
  if (now.friend.length === 0) store.setState({ friend: nftsOf(stored.get('friend'), tradable.friend) })
  if (now.friendCoins === noneTyped) typeCoins(store, 'friend', textOf(stored.get('friendCoins')))
  if (now.recipientText !== '') return
  store.setState({ recipientText: textOf(stored.get('recipient')) })
  commitRecipient(store)
}

/** Stored keys as NFTs: at most a full side, each once, and only of collections that may lie there. */
function nftsOf(stored: unknown, collections: readonly Collection[]): readonly HeldNft[] {
  if (!Array.isArray(stored)) return []
  const texts: unknown[] = stored
  const nfts = texts.slice(0, maxNftsPerSide).flatMap((text) => tradableNft(textOf(text), collections) ?? [])
  return [...new Map(nfts.map((nft) => [nftKey(nft), nft])).values()]
}

const tokenIdForm = /^\d{1,78}$/

/** An NFT written as `contract:id` or `collection:id`. Null unless it may lie on this side. */
export function tradableNft(text: string, collections: readonly Collection[]): HeldNft | null {
  const [place = '', tokenId = '', ...more] = text.split(/[:/]/)
  const row = collections.find(({ key }) => key === place) ?? findCollection(collections, contractIn(place))
  if (!row || more.length > 0 || !tokenIdForm.test(tokenId) || BigInt(tokenId) >= 2n ** 256n) return null
  const nft: Nft = { contract: row.address, tokenId: BigInt(tokenId) }
  return describedNft(nft, collections, { image: imageUrl(nft) })
}

function contractIn(text: string): Address {
  const parsed = parseAddress(text)
  return 'address' in parsed ? parsed.address : '0x'
}

function typed(text: string): TypedCoins {
  if (text === '') return noneTyped
  const reading = readCoins(text)
  return { text, wei: 'wei' in reading ? reading.wei : null }
}

/** Longer than an address, an amount or an NFT's key. */
const longestText = 200

function textOf(stored: unknown): string {
  return typeof stored === 'string' && stored.length <= longestText ? stored : ''
}

function tab<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined // Storage may be blocked or full: the draft then lasts as long as the page.
  }
}
