import { coinText, collectionName, product, statusOf, type Collection, type Nft } from '@parley/domain'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { shortAddress, shortId, utcText } from './shortTexts.ts'
import type { PagePreview } from './withPreview.ts'

/**
 * What a shared link to an offer shows before it is opened (decision S11). Of a contract outside the registry nothing is said but
 * that it is unknown, and no picture is shown (decision A5).
 *
 * @param nowS unix seconds.
 */
export function offerPreview(offer: StoredOffer, collections: readonly Collection[], nowS: number): PagePreview {
  const offered = sideText(offer.offered, offer.coins.offeredWei, collections)
  const requested = sideText(offer.requested, offer.coins.requestedWei, collections)
  return {
    title: `${offered} for ${requested} · ${product.name}`,
    description: `${shortAddress(offer.creator)} offers this swap to ${shortAddress(offer.recipient)}. ${stateText(offer, nowS)}`,
    picture: {
      // Who keeps pictures keeps them by their address, so another state has another one.
      path: `/api/swap-offers/${offer.id}/picture.png?state=${statusOf(offer, nowS)}`,
      alt: `On the left of the table ${offered}, on the right ${requested}, between them the slip of the offer`,
    },
  }
}

function sideText(nfts: readonly Nft[], wei: bigint, collections: readonly Collection[]): string {
  const coins = wei === 0n ? [] : [coinText(wei)]
  return [...nftsText(nfts, collections), ...coins].join(' + ')
}

function nftsText([first, ...others]: readonly Nft[], collections: readonly Collection[]): readonly string[] {
  if (!first) return []
  const name = `${collectionName(collections, first.contract)} #${shortId(first.tokenId)}`
  return [others.length === 0 ? name : `${name} and ${others.length} more`]
}

function stateText(offer: StoredOffer, nowS: number): string {
  switch (statusOf(offer, nowS)) {
    case 'active':
      return `It stands until ${utcText(offer.expiresAtS)}.`
    case 'expired':
      return `It expired on ${utcText(offer.expiresAtS)}.`
    case 'completed':
      return 'It is completed: both sides changed hands.'
    case 'cancelled':
      return 'It is cancelled: the NFTs went home.'
  }
}
