import { type Address, type Offer, product, statusOf } from '@parley/domain'
import { useStore } from 'zustand'
import { browserStorage, createSharedStore } from '../../services/browser.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { useOfferList, useUnwanted } from './useOfferList.ts'

const seenKey = `${product.slug}-seen`
const maxSeen = 500
const seen = createSharedStore<readonly string[]>(browserStorage, seenKey, {
  parse: (text) => (text ?? '').split(','),
  print: (ids) => ids.join(','),
})

/** Offers that were looked at in a list, the last one first. */
export function useSeenOffers(): readonly string[] {
  return useStore(seen.store)
}

interface IncomingOffers {
  readonly account: Address | null
  /** Unseen, unexpired offers for the connected wallet, shown in the page title (decision S9). */
  readonly unseen: number
  /** All unexpired, unhidden offers, seen or not; null until loaded. */
  readonly open: readonly Offer[] | null
  /** Marks offers as seen. */
  markSeen(shown: readonly Offer[]): void
}

export function useIncomingOffers(): IncomingOffers {
  const account = useAccount()
  const { offers, status } = useOfferList('recipient', account)
  const { isUnwanted } = useUnwanted()
  const ids = useStore(seen.store)
  const nowS = useChainTimeS()
  const open = offers.filter((offer) => statusOf(offer, nowS) === 'active' && !isUnwanted(offer))
  return {
    account,
    unseen: open.filter((offer) => !ids.includes(offer.id)).length,
    open: status === 'ready' ? open : null,
    markSeen: (shown) =>
      seen.update((known) => {
        const fresh = shown.map(({ id }) => id).filter((id) => !known.includes(id))
        return fresh.length === 0 ? known : [...fresh, ...known].slice(0, maxSeen)
      }),
  }
}
