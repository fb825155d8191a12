import {
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

/** One NFT as the picture of an offer says it. */
export interface CardItem {
  readonly nft: Nft
  /** The registry's name: what a contract calls itself is not repeated (decision A5). */
  readonly collection: string
  readonly isKnown: boolean
  readonly idText: string
}

/** What the picture of an offer says; nothing in it was written by a stranger. */
export interface OfferCard {
  readonly idText: string
  readonly from: string
  readonly to: string
  readonly offered: readonly CardItem[]
  readonly requested: readonly CardItem[]
  /** How it stands, in a line or two. */
  readonly state: readonly string[]
  readonly status: OfferStatus
  readonly markPath: string
}

/** @param nowS unix seconds. */
export function offerCardOf(offer: StoredOffer, collections: readonly Collection[], nowS: number): OfferCard {
  const items = (nfts: readonly Nft[]) => nfts.map((nft) => itemOf(nft, collections))
  return {
    idText: shortAddress(offer.id),
    from: shortAddress(offer.creator),
    to: shortAddress(offer.recipient),
    offered: items(offer.offered),
    requested: items(offer.requested),
    state: stateLines(offer, nowS),
    status: statusOf(offer, nowS),
    markPath: dealMarkPath(dealSeed(offer)),
  }
}

function itemOf(nft: Nft, collections: readonly Collection[]): CardItem {
  return {
    nft,
    collection: collectionName(collections, nft.contract),
    isKnown: findCollection(collections, nft.contract) !== undefined,
    idText: `#${shortId(nft.tokenId)}`,
  }
}

function stateLines(offer: StoredOffer, nowS: number): readonly string[] {
  switch (statusOf(offer, nowS)) {
    case 'active':
      return ['Open until', utcText(offer.expiresAtS)]
    case 'expired':
      return ['Expired', utcText(offer.expiresAtS)]
    case 'completed':
      return ['Completed', 'Both sides changed hands']
    case 'cancelled':
      return ['Cancelled', 'The NFTs went home']
  }
}
