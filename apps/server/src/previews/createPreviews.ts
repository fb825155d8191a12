import { createHash } from 'node:crypto'
import { type Address, type Collection, findCollection, parseAddress, sameAddress } from '@parley/domain'
import { hash32Schema, infoPaths, landingPaths, unixSeconds, type WireTrader } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RateLimits, ServerConfig } from '../config/serverConfig.ts'
import type { Brand } from './Brand.ts'
import { enforceLimit, HttpError } from '../http/httpError.ts'
import type { Site } from '../http/site.ts'
import { within } from '../lib/async.ts'
import { minuteMs } from '../limits/sharedLimits.ts'
import { toHttpError } from '../images/PictureError.ts'
import { createSingleFlight } from '../images/cache/singleFlight.ts'
import type { Images } from '../images/imageRoutes.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { type CardItem, type OfferCard, offerCardOf, offerPreview, shortAddress, utcDay } from './offerCard.ts'
import { type DocumentParts, offerDocument, statsData, statsPath, traderDocument } from './documentData.ts'
import type { Drawing } from './drawDocument.ts'
import { type PagePreview, readDocument, sendDocument, sitePreview, withPreview } from './withPreview.ts'

interface PreviewParts extends DocumentParts {
  readonly site: Site
  readonly finder: Pick<OfferFinder, 'inIndex'>
  readonly images: CardImages
  readonly drawing: Drawing
}

/** The routes that say what a link to an offer shows before it is opened. */
export function createPreviews(parts: PreviewParts): readonly ((app: FastifyInstance) => void)[] {
  const { config, finder, images } = parts
  const offerPictures = createOfferPictures({ images, brand: config.brand, collections: config.deployment.collections })
  return [
    serveOfferPage(parts),
    serveTraderPage(parts),
    serveTradeLink(parts),
    serveStatsPage(parts),
    serveLastingPages(parts),
    serveOfferPictures({ finder, pictures: offerPictures, limits: config.rateLimits }),
  ]
}

/**
 * The page of an offer. `/p2p/{hash of a transaction}` leads to that of the offer it created, once that is known (decision C3);
 * the document of a known offer carries the offer, to be on screen at once (decision C10), and says what others may show of
 * the link (decision S11). Everything else is the app's.
 */
function serveOfferPage(parts: PreviewParts): (app: FastifyInstance) => void {
  const { site } = parts
  const { webDist, deployment } = parts.config
  return (app) => {
    app.get<{ Params: { offerId: string } }>('/p2p/:offerId', async (request, reply) => {
      const hash = hash32Schema.safeParse(request.params.offerId)
      const known = hash.success ? await inTime(knownOffer(hash.data, parts)) : null
      if (!known) return reply.callNotFound()
      const { offer, data, pictures } = known
      const path = `/p2p/${offer.id}`
      if (offer.id !== hash.data) return reply.redirect(path, 302)
      const html = await readDocument(webDist, path, { pictures, data, drawing: parts.drawing })
      if (html === null) return reply.callNotFound()
      const nowS = parts.chainTimeS() ?? Date.now() / 1000
      const preview = offerPreview(offer, deployment.collections, { nowS, product: site.name })
      return sendDocument(request, reply, withPreview(html, preview, { origin: site.origin, path }))
    })
  }
}

async function knownOffer(hash: `0x${string}`, parts: PreviewParts) {
  const offer = await parts.finder.inIndex(hash)
  return offer && { offer, ...(await offerDocument(offer, parts)) }
}

/** Less than the page's service worker waits for a document. */
const documentPatienceMs = 2_000

/** Null where the database fails or is late. A document without data is only slower, and its page says what is wrong. */
function inTime<T>(work: Promise<T>): Promise<T | null> {
  return within(
    work.catch(() => null),
    documentPatienceMs,
    null,
  )
}

/** The page of Trade Stats. Its document carries the numbers (decision C10), once there are any. */
function serveStatsPage(parts: PreviewParts): (app: FastifyInstance) => void {
  const path = statsPath
  return (app) => {
    app.get(path, async (request, reply) => {
      const data = (await inTime(statsData(parts))) ?? undefined
      const html = await readDocument(parts.config.webDist, path, { data, drawing: parts.drawing })
      if (html === null) return reply.callNotFound()
      return sendDocument(
        request,
        reply,
        withPreview(html, sitePreview(parts.site.name), { origin: parts.site.origin, path }),
      )
    })
  }
}

/** The landing page and the information pages, drawn. They are the same for everyone. */
function serveLastingPages({ config, drawing, site }: PreviewParts): (app: FastifyInstance) => void {
  return (app) => {
    for (const path of [...landingPaths, ...Object.values(infoPaths)])
      app.get(path, async (request, reply) => {
        const html = await readDocument(config.webDist, path, { drawing })
        if (html === null) return reply.callNotFound()
        return sendDocument(request, reply, withPreview(html, sitePreview(site.name), { origin: site.origin, path }))
      })
  }
}

/** The page of a trader. Its document carries them (decision C10), and says what others may show of the link (decision I4). */
function serveTraderPage(parts: PreviewParts): (app: FastifyInstance) => void {
  const { site } = parts
  const { webDist, deployment } = parts.config
  return (app) => {
    app.get<{ Params: { address: string } }>('/trader/:address', async (request, reply) => {
      const parsed = parseAddress(request.params.address)
      if ('problem' in parsed) return reply.callNotFound()
      const { address } = parsed
      const path = `/trader/${address}`
      const carried = await inTime(traderDocument(address, parts))
      const html = await readDocument(webDist, path, { ...carried, drawing: parts.drawing })
      if (html === null) return reply.callNotFound()
      const preview = traderPreview(address, carried?.trader, { ...deployment, product: site.name })
      return sendDocument(request, reply, withPreview(html, preview, { origin: site.origin, path }))
    })
  }
}

/** A link that opens a table with a trader (decision I4). Its preview names the trader. */
function serveTradeLink(parts: PreviewParts): (app: FastifyInstance) => void {
  const { site, traders } = parts
  const { webDist, deployment } = parts.config
  return (app) => {
    app.get<{ Querystring: { to?: unknown } }>('/table/new', async (request, reply) => {
      const { to } = request.query
      const parsed = typeof to === 'string' ? parseAddress(to) : null
      if (!parsed || 'problem' in parsed) return reply.callNotFound()
      const { address } = parsed
      const html = await readDocument(webDist, '/table/new')
      if (html === null) return reply.callNotFound()
      const known = await inTime(traders.read(address))
      const preview = traderPreview(address, known?.trader, { ...deployment, product: site.name })
      const path = `/table/new?to=${address}`
      return sendDocument(request, reply, withPreview(html, preview, { origin: site.origin, path }))
    })
  }
}

/**
 * The preview of a trader's page, or of a link that opens a table with them.
 *
 * It shows the address, and counts from the escrows' events if they could be read.
 */
function traderPreview(
  address: Address,
  trader: WireTrader | undefined,
  { escrows, collections, product }: Pick<ServerConfig['deployment'], 'escrows' | 'collections'> & { product: string },
): PagePreview {
  const { picture } = sitePreview(product)
  const short = shortAddress(address)
  const collection = findCollection(collections, address)
  if (collection || escrows.some((escrow) => sameAddress(escrow.address, address))) {
    const what = collection ? `the collection ${collection.name}` : `an escrow of ${product}`
    return {
      title: `${short} · ${product}`,
      description: `This address is ${what}, not a wallet.`,
      picture,
    }
  }
  return {
    title: `Trade NFTs with ${short} · ${product}`,
    description: trader?.firstSeen
      ? `${tradesText(trader.completedTrades)}, first seen on ${utcDay(unixSeconds(trader.firstSeen))}. Counted from the contract’s events.`
      : `Open a table with this wallet and swap NFTs on ${product}.`,
    picture,
  }
}

function tradesText(completed: number): string {
  return `${completed} completed ${completed === 1 ? 'trade' : 'trades'}`
}

/** Its address changes with the offer's state; minutes are for pictures that were missing. */
const headers = { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' } as const

interface OfferPictureRoute {
  readonly finder: Pick<OfferFinder, 'inIndex'>
  readonly pictures: OfferPictures
  readonly limits: RateLimits
}

/** `GET /api/swap-offers/{offerId}/picture.png`: the picture of a link preview (decision S11). */
function serveOfferPictures({ finder, pictures, limits }: OfferPictureRoute): (app: FastifyInstance) => void {
  return (app) => {
    const draws = app.createRateLimit({
      max: limits.writesPerMinute,
      timeWindow: minuteMs,
      keyGenerator: (request) => `draws ${request.network}`,
    })
    app.get<{ Params: { offerId: string } }>('/api/swap-offers/:offerId/picture.png', async (request, reply) => {
      const id = hash32Schema.safeParse(request.params.offerId)
      if (!id.success) throw new HttpError(400, 'not an offer id', { field: 'offerId' })
      const offer = await finder.inIndex(id.data)
      if (!offer) throw new HttpError(404, 'no such offer')
      let picture = pictures.known(offer)
      if (!picture) {
        await enforceLimit(draws, request)
        picture = await pictures.draw(offer).catch((error: unknown) => {
          throw toHttpError(error)
        })
      }
      reply.headers({ ...headers, etag: picture.etag })
      if (request.headers['if-none-match'] === picture.etag) return reply.code(304).send()
      return reply.type('image/png').send(picture.bytes)
    })
  }
}

/** A PNG for those who show a link before it is opened. */
interface OfferPicture {
  readonly bytes: Uint8Array
  /** Strong: equal for equal bytes. */
  readonly etag: string
}

interface OfferPictures {
  /** The picture as it was drawn lately, without drawing. */
  known(offer: StoredOffer): OfferPicture | null
  /** @throws {PictureError} `busy` where too many are waited for. */
  draw(offer: StoredOffer): Promise<OfferPicture>
}

/** Where tiles come from and cards are drawn. */
interface CardImages {
  readonly pictures: Pick<Images['pictures'], 'get'>
  readonly drawCard: Images['drawCard']
}

interface OfferPictureParts {
  readonly images: CardImages
  readonly brand: Brand
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
export function createOfferPictures({
  images,
  brand,
  collections,
  nowMs = Date.now,
}: OfferPictureParts): OfferPictures {
  const kept = new LRUCache<string, Kept>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length })
  const flights = createSingleFlight<Kept>(drawnAtOnce, maxWaiting)
  const cardOf = (offer: StoredOffer): OfferCard => offerCardOf(offer, collections, nowMs() / 1000)
  /** What an offer's picture says changes with its state, and with nothing else. */
  const keyOf = (offer: StoredOffer, card: OfferCard): string => `${offer.id} ${card.status}`

  async function drawNow(card: OfferCard, key: string): Promise<Kept> {
    const items = [...card.offered.items, ...card.requested.items]
    const tiles = await gather(items, images.pictures)
    const bytes = await images.drawCard({ ...card, brand }, tiles)
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
    if (item.isKnown) tiles[index] = (await pictures.get(item.nft, 512)).bytes
  })
  await within(Promise.allSettled(asked), patienceMs, null)
  return [...tiles]
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
