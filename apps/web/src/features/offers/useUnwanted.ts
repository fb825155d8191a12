import { product, sameAddress, type Address, type Offer, type OfferId } from '@parley/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage } from '../../session/browserStorage.ts'

interface Unwanted {
  readonly offers: readonly OfferId[]
  readonly creators: readonly Address[]
}

const key = `${product.slug}-unwanted`
const maxEach = 500

const store = createStore<Unwanted>(() => {
  const kept: unknown = parse(browserStorage.read(key))
  return typeof kept === 'object' && kept !== null && 'offers' in kept && 'creators' in kept
    ? { offers: hexList(kept.offers), creators: hexList(kept.creators) }
    : { offers: [], creators: [] }
})
store.subscribe((state) => browserStorage.write(key, JSON.stringify(state)))

export interface UnwantedOffers {
  isUnwanted(offer: Offer): boolean
  readonly blocked: readonly Address[]
  hide(id: OfferId): void
  block(creator: Address): void
  unblock(creator: Address): void
  /** Brings hidden offers back. */
  showAll(): void
}

/** Received offers that this browser does not show: single ones, and all of a creator (decision S9). */
export function useUnwanted(): UnwantedOffers {
  const { offers, creators } = useStore(store)
  return {
    isUnwanted: (offer) => offers.includes(offer.id) || creators.some((creator) => sameAddress(creator, offer.creator)),
    blocked: creators,
    hide: (id) => store.setState({ offers: [id, ...offers].slice(0, maxEach) }),
    block: (creator) => store.setState({ creators: [creator, ...creators].slice(0, maxEach) }),
    unblock: (creator) => store.setState({ creators: creators.filter((known) => !sameAddress(known, creator)) }),
    showAll: () => store.setState({ offers: [] }),
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function hexList(value: unknown): readonly `0x${string}`[] {
  return Array.isArray(value)
    ? value.filter((item): item is `0x${string}` => typeof item === 'string' && /^0x[0-9a-f]+$/i.test(item))
    : []
}
