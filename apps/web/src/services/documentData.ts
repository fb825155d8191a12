import type { Address, Offer } from '@parley/domain'
import type { WireStats, WireTrader } from '@parley/protocol'

interface Carried {
  /** What the data are of: only that page's own reader knows their form. */
  readonly page?: string
  /** The path that they belong to, in lower case. */
  readonly of?: string
  readonly data?: unknown
}

/**
 * What the server wrote into this page's document, to show before wallet and chain code has loaded.
 *
 * Null for any other path, for a document without data, and for one that `theme-first.js` calls old. It is trusted no more than
 * the server's answers: the chain is still asked (C10).
 */
export function documentData(path: string): Carried | null {
  if ('old' in document.documentElement.dataset) return null
  const block: Carried | null = JSON.parse(document.getElementById('document-data')?.textContent ?? 'null')
  return block?.of === path.toLowerCase() ? block : null
}

/** An offer as the page's document tells of it. */
export interface DocumentOffer {
  readonly offer: Offer
  /** Names of its NFTs, by `nftKey`, as far as the server knows them. */
  readonly names: Readonly<Record<string, string>>
  /** Versions of their pictures, likewise. */
  readonly pictures: Readonly<Record<string, string>>
  /** Chain time, unix seconds. */
  readonly nowS: number
}

/** A trader as the page's document tells of them. */
export interface DocumentTrader {
  readonly trader: WireTrader
  /** What changed hands last, for pictures of the collections. */
  readonly nfts: readonly { readonly contract: Address; readonly tokenId: string }[]
}

/** What a preview has read and drawn, for the page that takes over. `nowS` is the document's chain time. */
export const drawn: { offer?: DocumentOffer; stats?: WireStats; trader?: DocumentTrader; nowS: number } = { nowS: 0 }
