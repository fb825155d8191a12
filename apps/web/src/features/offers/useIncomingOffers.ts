import { product, statusOf } from '@parley/domain'
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
  /** They are on screen now. */
  markSeen(): void
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
    markSeen: () => {
      if (unseen.length === 0) return
      const next = [...unseen.map((offer) => offer.id), ...ids].slice(0, maxSeen)
      seen.setState({ ids: next })
      browserStorage.write(key, next.join(','))
    },
  }
}
