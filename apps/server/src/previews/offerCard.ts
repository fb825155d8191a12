import {
  locale,
  coinText,
  type Collection,
  collectionName,
  dealMarkPath,
  dealSeed,
  findCollection,
  type Nft,
  type OfferStatus,
  statusOf,
} from '@parley/domain'
import type { Brand } from './Brand.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import type { PagePreview } from './withPreview.ts'

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

/** With the name and the mark that it is drawn under. */
export interface BrandedCard extends OfferCard {
  readonly brand: Brand
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

/**
 * What a shared link to an offer shows before it is opened (decision S11). Of a contract outside the registry nothing is said but
 * that it is unknown, and no picture is shown (decision A5).
 *
 * @param place the chain's time in unix seconds, and what the product is called.
 */
export function offerPreview(
  offer: StoredOffer,
  collections: readonly Collection[],
  { nowS, product }: { readonly nowS: number; readonly product: string },
): PagePreview {
  const offered = sideText(offer.offered, offer.coins.offeredWei, collections)
  const requested = sideText(offer.requested, offer.coins.requestedWei, collections)
  return {
    title: `${offered} for ${requested} · ${product}`,
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

/** `0x1234…cdef`, of an address or an offer's id. */
export function shortAddress(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`
}

/** Some token ids have 78 digits. @param keep how many digits to keep at either end of one with more than `most`. */
function shortId(tokenId: bigint, { most, keep } = { most: 12, keep: [6, 4] }): string {
  const text = String(tokenId)
  const [first, last] = keep
  return text.length > most ? `${text.slice(0, first)}…${text.slice(-(last ?? 0))}` : text
}

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** A moment for readers whose time zone is not known. @param atS unix seconds. */
function utcText(atS: number): string {
  return `${utcDay(atS)}, ${minute.format(atS * 1000)} UTC`
}

/** @param atS unix seconds. */
export function utcDay(atS: number): string {
  return day.format(atS * 1000)
}
