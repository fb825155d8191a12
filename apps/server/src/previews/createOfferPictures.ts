import { createHash } from 'node:crypto'
import type { Collection } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../images/cache/singleFlight.ts'
import type { Images } from '../images/openImages.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { offerCardOf, type CardItem, type OfferCard } from './offerCard.ts'

/** A PNG for those who show a link before it is opened. */
export interface OfferPicture {
  readonly bytes: Uint8Array
  /** Strong: equal for equal bytes. */
  readonly etag: string
}

export interface OfferPictures {
  /** The picture as it was drawn lately, without drawing. */
  known(offer: StoredOffer): OfferPicture | null
  /** @throws {PictureError} `busy` where too many are waited for. */
  draw(offer: StoredOffer): Promise<OfferPicture>
}

/** Where tiles come from and cards are drawn. */
export interface CardImages {
  readonly pictures: Pick<Images['pictures'], 'get'>
  readonly drawCard: Images['drawCard']
}

export interface OfferPictureParts {
  readonly images: CardImages
  readonly collections: readonly Collection[]
  readonly nowMs?: () => number
}

/** Link preview crawlers give up after a few seconds, so later pictures are left out. */
const patienceMs = 3_000
/** One with pictures missing is soon tried again. */
const wholeLastsMs = 3_600_000
const partialLastsMs = 30_000
const cacheBytes = 32 * 1024 * 1024
const drawnAtOnce = 1
const maxWaiting = 40

interface Kept extends OfferPicture {
  readonly untilMs: number
}

/** Draws and caches preview pictures of offers, from the page's cache of NFT pictures. */
export function createOfferPictures({ images, collections, nowMs = Date.now }: OfferPictureParts): OfferPictures {
  const kept = new LRUCache<string, Kept>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length })
  const flights = createSingleFlight<Kept>(drawnAtOnce, maxWaiting)
  const cardOf = (offer: StoredOffer): OfferCard => offerCardOf(offer, collections, nowMs() / 1000)
  /** What an offer's picture says changes with its state, and with nothing else. */
  const keyOf = (offer: StoredOffer, card: OfferCard): string => `${offer.id} ${card.status}`

  async function drawNow(card: OfferCard, key: string): Promise<Kept> {
    const items = [...card.offered.items, ...card.requested.items]
    const tiles = await gather(items, images.pictures)
    const bytes = await images.drawCard(card, tiles)
    const isWhole = items.every((item, index) => tiles[index] || !item.isKnown)
    const picture = { bytes, etag: etagOf(bytes), untilMs: nowMs() + (isWhole ? wholeLastsMs : partialLastsMs) }
    kept.set(key, picture)
    return picture
  }

  function lookUp(key: string): Kept | null {
    const picture = kept.get(key)
    return picture && picture.untilMs > nowMs() ? picture : null
  }

  return {
    known: (offer) => lookUp(keyOf(offer, cardOf(offer))),
    async draw(offer) {
      const card = cardOf(offer)
      const key = keyOf(offer, card)
      return lookUp(key) ?? flights.join(key, () => drawNow(card, key))
    },
  }
}

/** The tiles that come in time, null for the others. None is asked for of a contract outside the registry (decision A5). */
async function gather(
  items: readonly CardItem[],
  pictures: CardImages['pictures'],
): Promise<readonly (Uint8Array | null)[]> {
  const tiles: (Uint8Array | null)[] = items.map(() => null)
  const asked = items.map(async (item, index) => {
    if (item.isKnown) tiles[index] = (await pictures.get(item.nft, 512, false)).bytes
  })
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([Promise.allSettled(asked), patience])
  clearTimeout(timer)
  return [...tiles]
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
