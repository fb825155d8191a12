import type { Offer } from '@parley/domain'

let block: { readonly page?: unknown; readonly of?: unknown; readonly data?: unknown } | undefined

/**
 * What the server wrote into this page's document, to show before wallet and chain code has loaded.
 *
 * Null for anything else than the document is about, and for one without data. It is trusted no more than the server's
 * answers: the chain is still asked (C6).
 *
 * @param page whose data: only the page's own reader knows their form.
 * @param of what the page is about.
 */
export function documentData(page: string, of = ''): unknown {
  block ??= JSON.parse(document.getElementById('document-data')?.textContent ?? 'null') ?? {}
  return block?.page === page && block.of === of.toLowerCase() ? block.data : null
}

/** An offer as the page's document tells of it. */
export interface DocumentOffer {
  readonly offer: Offer
  /** Names of its NFTs, by `nftKey`, as far as the server knows them. */
  readonly names: Readonly<Record<string, string>>
  /** Chain time, unix seconds. */
  readonly nowS: number
}

/** What a preview has read and drawn, for the page that takes over. */
export const drawn: { offer?: DocumentOffer } = {}
