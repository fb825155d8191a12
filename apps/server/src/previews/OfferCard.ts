import {
  coinText,
  collectionName,
  dealMarkPath,
  dealSeed,
  findCollection,
  statusOf,
  type Collection,
  type Nft,
  type OfferStatus,
} from '@parley/domain'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { shortAddress, shortId, utcText } from './shortTexts.ts'

/** One NFT as the card of an offer shows it. */
export interface CardItem {
  readonly nft: Nft
  /** The registry's name: what a contract calls itself is not repeated (decision A5). */
  readonly collection: string
  readonly isKnown: boolean
  readonly idText: string
}

export interface CardSide {
  /** Of all its NFTs. */
  readonly count: number
  /** Those that the card has room for. */
  readonly items: readonly CardItem[]
  /** Its coins; null if it has none. */
  readonly coins: string | null
}

/** What the card of an offer says; nothing in it was written by a stranger. */
export interface OfferCard {
  readonly idText: string
  readonly from: string
  readonly to: string
  readonly offered: CardSide
  readonly requested: CardSide
  /** The offer's status in two lines. */
  readonly state: readonly [string, string]
  readonly status: OfferStatus
  readonly markPath: string
}

/** A side has four places. Where there are more NFTs, the last place says how many. */
const places = 4
/** Beyond these, prints are small and so are their captions. */
const largePrints = 2
const longId = { most: 12, keep: [6, 4] }
const smallId = { most: 6, keep: [3, 3] }

/** @param nowS unix seconds. */
export function offerCardOf(offer: StoredOffer, collections: readonly Collection[], nowS: number): OfferCard {
  const status = statusOf(offer, nowS)
  return {
    idText: shortAddress(offer.id),
    from: shortAddress(offer.creator),
    to: shortAddress(offer.recipient),
    offered: cardSide(offer.offered, offer.coins.offeredWei, collections),
    requested: cardSide(offer.requested, offer.coins.requestedWei, collections),
    state: stateLines(status, offer.expiresAtS),
    status,
    markPath: dealMarkPath(dealSeed(offer)),
  }
}

function cardSide(nfts: readonly Nft[], wei: bigint, collections: readonly Collection[]): CardSide {
  const shown = nfts.length > places ? nfts.slice(0, places - 1) : nfts
  const idForm = nfts.length > largePrints ? smallId : longId
  const items = shown.map((nft) => ({
    nft,
    collection: collectionName(collections, nft.contract),
    isKnown: findCollection(collections, nft.contract) !== undefined,
    idText: `#${shortId(nft.tokenId, idForm)}`,
  }))
  return { count: nfts.length, items, coins: wei === 0n ? null : coinText(wei) }
}

function stateLines(status: OfferStatus, expiresAtS: number): readonly [string, string] {
  switch (status) {
    case 'active':
      return ['Open until', utcText(expiresAtS)]
    case 'expired':
      return ['Expired', utcText(expiresAtS)]
    case 'completed':
      return ['Completed', 'Both sides changed hands']
    case 'cancelled':
      return ['Cancelled', 'The NFTs went home']
  }
}
