import type { Offer, OfferId } from '@parley/domain'

/** What the visitor's own connection says of the offer (decision C6). */
export type ChainWord =
  | { readonly state: 'reading' | 'unreadable' }
  | { readonly state: 'agrees'; readonly block: bigint }
  /** Server and chain differ: Accept is blocked. */
  | { readonly state: 'differs'; readonly block: bigint }

export interface OfferView {
  /** `pending`: a transaction hash that is not mined yet. `moved`: the text was a transaction hash; go to `movedTo`. */
  readonly status: 'loading' | 'ready' | 'malformed' | 'not-found' | 'pending' | 'moved' | 'failed'
  readonly offer: Offer | null
  readonly movedTo: OfferId | null
  readonly chain: ChainWord
  refresh(): Promise<void>
}

/** One offer by the text of the path: an offer's id, or the hash of the transaction that made it (decision C3). */
export function useOffer(_idText: string): OfferView {
  return { status: 'loading', offer: null, movedTo: null, chain: { state: 'reading' }, refresh: async () => undefined }
}
