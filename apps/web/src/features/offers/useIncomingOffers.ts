import { product, statusOf, type Offer } from '@parley/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from '../../session/browserStorage.ts'
import { useChainTimeS } from '../../session/chainTime.ts'
import { useAccount } from '../../session/useAccount.ts'
import { useOfferList } from './useOfferList.ts'
import { useUnwanted } from './useUnwanted.ts'

const key = `${product.slug}-seen`
const maxSeen = 500
const seen = createStore<{ readonly ids: readonly string[] }>(() => ({
  ids: (browserStorage.read(key) ?? '').split(','),
}))

export interface IncomingOffers {
  /** Unexpired offers for the connected wallet that nobody has looked at yet: for the page's title (decision S9). */
  readonly unseen: number
  /** These are on screen now. */
  markSeen(shown: readonly Offer[]): void
}

export function useIncomingOffers(): IncomingOffers {
  const { offers } = useOfferList('recipient', useAccount())
  const { isUnwanted } = useUnwanted()
  const { ids } = useStore(seen)
  const nowS = useChainTimeS()
  const unseen = offers.filter(
    (offer) => statusOf(offer, nowS) === 'active' && !isUnwanted(offer) && !ids.includes(offer.id),
  )
  return {
    unseen: unseen.length,
    markSeen: (shown) => {
      const fresh = shown.map(({ id }) => id).filter((id) => !ids.includes(id))
      if (fresh.length === 0) return
      const next = [...fresh, ...ids].slice(0, maxSeen)
      seen.setState({ ids: next })
      browserStorage.write(key, next.join(','))
    },
  }
}
