import { product, sameAddress, type Address, type Offer, type OfferId } from '@parley/domain'
import { useStore } from 'zustand'
import { browserStorage, parseStored, createSharedStore } from '../../services/browser.ts'

interface Unwanted {
  readonly offers: readonly OfferId[]
  readonly creators: readonly Address[]
}

const key = `${product.slug}-unwanted`
const maxEach = 500

const shared = createSharedStore<Unwanted>(browserStorage, key, { parse, print: (state) => JSON.stringify(state) })
const change = (how: (now: Unwanted) => Partial<Unwanted>): void => shared.update((now) => ({ ...now, ...how(now) }))

export interface UnwantedOffers {
  isUnwanted(offer: Offer): boolean
  readonly blocked: readonly Address[]
  hide(id: OfferId): void
  block(creator: Address): void
  unblock(creator: Address): void
  unhide(id: OfferId): void
}

/** Received offers hidden in this browser, individually or by creator (decision S9). */
export function useUnwanted(): UnwantedOffers {
  const { offers, creators } = useStore(shared.store)
  return {
    isUnwanted: (offer) => offers.includes(offer.id) || creators.some((creator) => sameAddress(creator, offer.creator)),
    blocked: creators,
    hide: (id) => change((now) => ({ offers: [id, ...now.offers].slice(0, maxEach) })),
    block: (creator) => change((now) => ({ creators: [creator, ...now.creators].slice(0, maxEach) })),
    unblock: (creator) => change((now) => ({ creators: now.creators.filter((known) => !sameAddress(known, creator)) })),
    unhide: (id) => change((now) => ({ offers: now.offers.filter((known) => known !== id) })),
  }
}

function parse(text: string | null): Unwanted {
  const kept = parseStored(text)
  return typeof kept === 'object' && kept !== null && 'offers' in kept && 'creators' in kept
    ? { offers: hexList(kept.offers), creators: hexList(kept.creators) }
    : { offers: [], creators: [] }
}

function hexList(value: unknown): readonly `0x${string}`[] {
  return Array.isArray(value)
    ? value.filter((item): item is `0x${string}` => typeof item === 'string' && /^0x[0-9a-f]+$/i.test(item))
    : []
}
