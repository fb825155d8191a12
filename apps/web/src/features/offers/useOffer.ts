import type { Offer, OfferId } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../services/Session.ts'
import { chainWordQuery, type ChainWord, isOfferIdText, offerQuery } from './offerQuery.ts'
export type { ChainWord } from './offerQuery.ts'

export interface OfferView {
  /** `pending`: a transaction hash that is not mined yet. `moved`: the text was a transaction hash; go to `movedTo`. */
  readonly status: 'loading' | 'ready' | 'malformed' | 'not-found' | 'pending' | 'moved' | 'failed'
  /** With the chain's own terms where those differ. */
  readonly offer: Offer | null
  /** As the server tells of it. */
  readonly told: Offer | null
  readonly movedTo: OfferId | null
  /** What the visitor's own connection says (decision C6). `differs` blocks Accept. */
  readonly chain: ChainWord
  refresh(): Promise<void>
}

/** One offer by its id, or by the hash of the creating transaction (decision C3). */
export function useOffer(idText: string): OfferView {
  const session = useSession()
  const wellFormed = isOfferIdText(idText)
  const query = useQuery({ ...offerQuery(session, idText), enabled: wellFormed })
  const offer = query.data?.kind === 'found' ? query.data.offer : null
  const word = useChainWord(offer)
  const moved = offer !== null && offer.id !== idText.toLowerCase()
  return {
    status: !wellFormed
      ? 'malformed'
      : query.isPending
        ? 'loading'
        : query.isError
          ? 'failed'
          : moved
            ? 'moved'
            : statusNames[query.data.kind],
    offer: offer && withTerms(offer, word.chain),
    told: offer,
    movedTo: moved ? offer.id : null,
    chain: word.chain,
    refresh: async () => {
      await query.refetch()
      if (offer) await word.refresh()
    },
  }
}

/** What the visitor's own connection says of an offer (decision C6). */
export function useChainWord(offer: Offer | null): { readonly chain: ChainWord; refresh(): Promise<void> } {
  const session = useSession()
  const { data, isError, refetch } = useQuery({ ...chainWordQuery(session, offer), enabled: offer !== null })
  return {
    chain: data ?? { state: isError ? 'unreadable' : 'reading' },
    refresh: async () => {
      await refetch()
    },
  }
}

/** The offer as a page shows it: by the chain's terms where they differ from the server's. */
export function withTerms(offer: Offer, chain: ChainWord): Offer {
  return chain.state === 'differs' ? { ...offer, ...chain.terms } : offer
}

const statusNames = { found: 'ready', pending: 'pending', unknown: 'not-found' } as const
