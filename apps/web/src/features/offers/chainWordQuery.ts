import { readOfferTerms } from '@parley/chain'
import type { Offer } from '@parley/domain'
import { queryOptions } from '@tanstack/react-query'
import { readChainTime } from '../../session/chainTime.ts'
import { hasSameTerms } from '../../flows/checks/requireTerms.ts'
import { queryKeys } from '../../session/queryKeys.ts'
import type { Session } from '../../session/Session.ts'

/** What the visitor's own connection says of the offer (decision C6). */
export type ChainWord =
  | { readonly state: 'reading' | 'unreadable' }
  | { readonly state: 'agrees'; readonly block: bigint }
  /** Server and chain differ: Accept is blocked, and what is shown is the chain's. */
  | { readonly state: 'differs'; readonly block: bigint; readonly terms: ChainTerms }

type ChainTerms = Pick<Offer, 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'expiresAtS' | 'settlement'>

/** Compares the offer on the screen with the escrow's own word. */
export function chainWordQuery({ chain, live }: Session, offer: Offer | null) {
  return queryOptions({
    queryKey: [...queryKeys.offerOnChain(offer?.id ?? ''), offer?.settlement?.kind ?? 'open'] as const,
    queryFn: async (): Promise<ChainWord> => {
      if (!offer) return { state: 'reading' }
      // With the chain's own time: whether the offer has expired is decided here, too.
      const [found] = await Promise.all([
        readOfferTerms(chain, offer.escrow, offer.id),
        readChainTime({ chain, live }).catch(() => undefined),
      ])
      const { block, isActive, creator, recipient, offered, requested, coins, expiresAtS } = found
      if (hasSameTerms(offer, found) && isActive === (offer.settlement === null)) return { state: 'agrees', block }
      const settlement = isActive ? null : offer.settlement
      const terms = { creator, recipient, offered, requested, coins, expiresAtS, settlement }
      return { state: 'differs', block, terms }
    },
    // The chain's word is read for every look at the page.
    staleTime: 0,
  })
}
