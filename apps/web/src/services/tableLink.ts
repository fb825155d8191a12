import { readOwner } from '@parley/chain'
import { maxNftsPerSide, nftKey, sameAddress, type Address, type Collection, type Nft } from '@parley/domain'
import type { Client } from 'viem'
import { addressIn, noneTyped, type DraftStore, type HeldNft } from './drafts.ts'
import { tradableNft, type Tradable } from './keptDraft.ts'

/** What a link lays on the table: `?to=0x…&give=dokyo:1204,0x…:7&want=hoppers:88`. */
interface TableLink {
  readonly to: Address | null
  readonly give: readonly HeldNft[]
  readonly want: readonly HeldNft[]
}

/** Why a link isn't followed. Then it changes nothing. */
export type LinkProblem = 'address' | 'nft' | 'tooMany' | 'occupied' | NothingValid

/** None of a side's NFTs can be traded there: the key of its message. */
type NothingValid = 'noValidOwn' | 'noValidFriends'

type Reading = { readonly link: TableLink | null } | { readonly problem: LinkProblem }

/** Reads a page address's query. `link` is null where it says nothing of a table. */
export function readTableLink(search: string, tradable: Tradable): Reading {
  const query = new URLSearchParams(search)
  if (!['to', 'give', 'want'].some((name) => query.has(name))) return { link: null }
  const toText = query.get('to')?.trim() ?? ''
  const to = addressIn(toText)
  if (toText !== '' && to === null) return { problem: 'address' }
  const give = readSide(query.getAll('give'), tradable.own, 'noValidOwn')
  if ('problem' in give) return give
  const want = readSide(query.getAll('want'), tradable.friend, 'noValidFriends')
  if ('problem' in want) return want
  return { link: { to, give: give.nfts, want: want.nfts } }
}

function readSide(
  values: readonly string[],
  collections: readonly Collection[],
  nothingValid: NothingValid,
): { readonly nfts: readonly HeldNft[] } | { readonly problem: LinkProblem } {
  const texts = values.flatMap((value) => value.split(',')).filter((text) => text.trim() !== '')
  if (texts.length > maxNftsPerSide) return { problem: 'tooMany' }
  const nfts = new Map<string, HeldNft>()
  let isInvalid = false
  for (const text of texts) {
    const nft = tradableNft(text.trim(), collections)
    if (nft) nfts.set(nftKey(nft), nft)
    else isInvalid = true
  }
  if (isInvalid) return { problem: nfts.size > 0 ? 'nft' : nothingValid }
  return { nfts: [...nfts.values()] }
}

/** Lays a link's deal on an empty table. A table with something on it is left alone. */
export function layLink(store: DraftStore, { to, give, want }: TableLink): LinkProblem | null {
  const { recipientText } = store.getState()
  const isOther = to !== null && recipientText !== '' && addressIn(recipientText) !== to
  if (isOther || hasDeal(store)) return 'occupied'
  if (to) store.setState({ recipientText: to, debouncedText: to })
  store.setState({ own: give, friend: want, friendAddress: to ?? addressIn(recipientText), linked: true })
  return null
}

/** Lays a table with the friend asked for on another page, unless it has a deal with another. */
export function layAsked(store: DraftStore): LinkProblem | null {
  const { asked: to, recipientText } = store.getState()
  store.setState({ asked: null })
  if (!to || addressIn(recipientText) === to) return null
  if (hasDeal(store)) return 'occupied'
  store.setState({ recipientText: to, debouncedText: to, friendAddress: to })
  return null
}

/** Whether NFTs or coins are on the table. */
function hasDeal(store: DraftStore): boolean {
  const { own, friend, ownCoins, friendCoins } = store.getState()
  return own.length + friend.length > 0 || ownCoins !== noneTyped || friendCoins !== noneTyped
}

/** Whether an address holds all of these NFTs, by the chain. False where there is none, or one can't be read. */
export async function holdsAll(chain: Client, nfts: readonly Nft[], address: Address): Promise<boolean> {
  if (nfts.length === 0) return false
  const owners = await Promise.all(nfts.map((nft) => readOwner(chain, nft).catch(() => null)))
  return owners.every((owner) => owner !== null && sameAddress(owner, address))
}

/** A table's link with another recipient, its deal kept or left out (decision I5). */
export function linkWith(search: string, to: Address, keepsDeal: boolean): string {
  const query = new URLSearchParams(search)
  query.set('to', to)
  if (!keepsDeal) for (const name of ['give', 'want', 'pay', 'ask', 'minutes']) query.delete(name)
  return `/table/new?${query}`
}
