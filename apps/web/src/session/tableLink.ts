import { maxNftsPerSide, nftKey, type Address, type Collection } from '@parley/domain'
import { addressIn, type DraftStore } from './drafts.ts'
import type { HeldNft } from './HeldNft.ts'
import { tradableNft, type Tradable } from './keptDraft.ts'

/** What a link lays on the table: `?to=0x…&give=dokyo:1204,0x…:7&want=hoppers:88`. */
interface TableLink {
  readonly to: Address | null
  readonly give: readonly HeldNft[]
  readonly want: readonly HeldNft[]
}

/** Why a link isn't followed. Then it changes nothing. */
export type LinkProblem =
  | { readonly kind: 'address' | 'nft'; readonly text: string }
  | { readonly kind: 'too-many' | 'occupied' }

type Reading = { readonly link: TableLink | null } | { readonly problem: LinkProblem }

/** Reads a page address's query. `link` is null where it says nothing of a table. */
export function readTableLink(search: string, tradable: Tradable): Reading {
  const query = new URLSearchParams(search)
  if (!['to', 'give', 'want'].some((name) => query.has(name))) return { link: null }
  const toText = query.get('to')?.trim() ?? ''
  const to = addressIn(toText)
  if (toText !== '' && to === null) return { problem: { kind: 'address', text: shown(toText) } }
  const give = readSide(query.getAll('give'), tradable.own)
  if ('problem' in give) return give
  const want = readSide(query.getAll('want'), tradable.friend)
  if ('problem' in want) return want
  return { link: { to, give: give.nfts, want: want.nfts } }
}

function readSide(
  values: readonly string[],
  collections: readonly Collection[],
): { readonly nfts: readonly HeldNft[] } | { readonly problem: LinkProblem } {
  const texts = values.flatMap((value) => value.split(',')).filter((text) => text.trim() !== '')
  if (texts.length > maxNftsPerSide) return { problem: { kind: 'too-many' } }
  const nfts = new Map<string, HeldNft>()
  for (const text of texts) {
    const nft = tradableNft(text.trim(), collections)
    if (!nft) return { problem: { kind: 'nft', text: shown(text) } }
    nfts.set(nftKey(nft), nft)
  }
  return { nfts: [...nfts.values()] }
}

/** Lays a link's deal on an empty table. A table with something on it is left alone. */
export function layLink(store: DraftStore, { to, give, want }: TableLink): LinkProblem | null {
  const { own, friend, recipientText } = store.getState()
  const isOther = to !== null && recipientText !== '' && addressIn(recipientText) !== to
  if (own.length + friend.length > 0 || isOther) return { kind: 'occupied' }
  if (to) store.setState({ recipientText: to, restedText: to, friendAddress: to })
  store.setState({ own: give, friend: want })
  return null
}

const longestShown = 48

/** A link's text as it may be repeated on screen: short, and nothing unprintable. */
function shown(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}…` : plain
}
