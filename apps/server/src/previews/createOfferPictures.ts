import { createHash } from 'node:crypto'
import type { Collection } from '@parley/domain'
import { createBoundedMap } from '../images/cache/createBoundedMap.ts'
import { createFlights } from '../images/cache/createFlights.ts'
import type { Pictures } from '../images/createPictures.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { drawOfferCard, shownItems } from './drawing/drawOfferCard.ts'
import { offerCardOf, type CardItem, type OfferCard } from './OfferCard.ts'

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

export interface OfferPictureParts {
  readonly pictures: Pick<Pictures, 'get'>
  readonly collections: readonly Collection[]
  readonly nowMs?: () => number
}

/** Those who read links give up after a few seconds: what has not come by then is shown as missing. */
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

/** Pictures of offers: both sides, from the same cache of NFT pictures as the page, drawn once and kept while there is room. */
export function createOfferPictures({ pictures, collections, nowMs = Date.now }: OfferPictureParts): OfferPictures {
  const kept = createBoundedMap<Kept>(cacheBytes, ({ bytes }) => bytes.length)
  const flights = createFlights<Kept>(drawnAtOnce, maxWaiting)
  const cardOf = (offer: StoredOffer): OfferCard => offerCardOf(offer, collections, nowMs() / 1000)
  /** What an offer's picture says changes with its state, and with nothing else. */
  const keyOf = (offer: StoredOffer, card: OfferCard): string => `${offer.id} ${card.status}`

  async function drawNow(card: OfferCard, key: string): Promise<Kept> {
    const items = shownItems(card)
    const had = await gather(items, pictures)
    const bytes = await drawOfferCard(card, had)
    const isWhole = items.every((item) => had.has(item) || !item.isKnown)
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

/** The pictures that come in time. One of a contract outside the registry is not asked for (decision A5). */
async function gather(
  items: readonly CardItem[],
  pictures: Pick<Pictures, 'get'>,
): Promise<ReadonlyMap<CardItem, Uint8Array>> {
  const had = new Map<CardItem, Uint8Array>()
  const asked = items
    .filter((item) => item.isKnown)
    .map(async (item) => {
      const { bytes } = await pictures.get(item.nft, 512, false)
      had.set(item, bytes)
    })
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([Promise.allSettled(asked), patience])
  clearTimeout(timer)
  return new Map(had)
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
