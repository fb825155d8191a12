import { type Collection, findCollection } from '@parley/domain'
import { hash32Schema, imageUrl } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { RateLimits, ServerConfig } from '../config/serverConfig.ts'
import type { Context } from '../context.ts'
import { HttpError, enforceLimit } from '../http/httpError.ts'
import type { Site } from '../http/site.ts'
import { toHttpError } from '../images/PictureError.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { type CardImages, createOfferPictures, type OfferPictures } from './createOfferPictures.ts'
import { offerPreview } from './offerCard.ts'
import { readDocument } from './readDocument.ts'
import { withPreview } from './withPreview.ts'

/** The routes that say what a link to an offer shows before it is opened. */
export function createPreviews(
  { config, site }: Pick<Context, 'config'> & { readonly site: Site },
  finder: Pick<OfferFinder, 'inIndex'>,
  images: CardImages,
): readonly ((app: FastifyInstance) => void)[] {
  const offerPictures = createOfferPictures({ images, collections: config.deployment.collections })
  return [
    serveOfferPage(config, finder, site),
    serveOfferPictures({ finder, pictures: offerPictures, limits: config.rateLimits }),
  ]
}

/**
 * The page of an offer. `/p2p/{hash of a transaction}` leads to that of the offer it created, once that is known (decision C3);
 * the document of a known offer says what others may show of the link (decision S11). Everything else is the app's.
 */
function serveOfferPage(
  { webDist, deployment }: Pick<ServerConfig, 'webDist' | 'deployment'>,
  finder: Pick<OfferFinder, 'inIndex'>,
  site: Site,
): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Params: { offerId: string } }>('/p2p/:offerId', async (request, reply) => {
      const hash = hash32Schema.safeParse(request.params.offerId)
      const offer = hash.success ? await finder.inIndex(hash.data) : null
      if (!offer) return reply.callNotFound()
      const path = `/p2p/${offer.id}`
      if (offer.id !== hash.data) return reply.redirect(path, 302)
      const html = await readDocument(webDist, path, firstPicture(offer, deployment.collections))
      if (html === null) return reply.callNotFound()
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
      return withPreview(html, offerPreview(offer, deployment.collections, Date.now() / 1000), {
        origin: site.origin,
        path,
      })
    })
  }
}

/** An offer's first picture on a phone. None for contracts outside the registry (decision A5). */
function firstPicture({ offered: [first] }: StoredOffer, collections: readonly Collection[]): readonly string[] {
  return first && findCollection(collections, first.contract) ? [imageUrl(first, '512')] : []
}

const minuteMs = 60_000
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
    const draws = app.createRateLimit({ max: limits.writesPerMinute, timeWindow: minuteMs })
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
