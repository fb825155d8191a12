import { product, statusOf, type Offer } from '@parley/domain'
import { useStore } from 'zustand'
import { browserStorage } from '../../session/browserStorage.ts'
import { useChainTimeS } from '../../session/chainTime.ts'
import { createSharedStore } from '../../session/sharedStore.ts'
import { useAccount } from '../../session/useAccount.ts'
import { useOfferList } from './useOfferList.ts'
import { useUnwanted } from './useUnwanted.ts'

const key = `${product.slug}-seen`
const maxSeen = 500
const seen = createSharedStore<readonly string[]>(browserStorage, key, {
  parse: (text) => (text ?? '').split(','),
  print: (ids) => ids.join(','),
})

export interface IncomingOffers {
  /** Unexpired offers for the connected wallet that nobody has looked at yet: for the page's title (decision S9). */
  readonly unseen: number
  /** These are on screen now. */
  markSeen(shown: readonly Offer[]): void
}

export function useIncomingOffers(): IncomingOffers {
  const { offers } = useOfferList('recipient', useAccount())
  const { isUnwanted } = useUnwanted()
  const ids = useStore(seen.store)
  const nowS = useChainTimeS()
  const unseen = offers.filter(
    (offer) => statusOf(offer, nowS) === 'active' && !isUnwanted(offer) && !ids.includes(offer.id),
  )
  return {
    unseen: unseen.length,
    markSeen: (shown) =>
      seen.update((known) => {
        const fresh = shown.map(({ id }) => id).filter((id) => !known.includes(id))
        return fresh.length === 0 ? known : [...fresh, ...known].slice(0, maxSeen)
      }),
  }
}
