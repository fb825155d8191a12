import { hash32Schema } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../config/serverConfig.ts'
import { HttpError } from '../http/httpError.ts'
import { refuseOver } from '../http/refuseOver.ts'
import { httpErrorOf } from '../images/httpErrorOf.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import type { OfferPictures } from './createOfferPictures.ts'

const minuteMs = 60_000
/** Its address changes with the offer's state; minutes are for pictures that were missing. */
const headers = { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' } as const

export interface OfferPictureRoute {
  readonly finder: Pick<OfferFinder, 'inIndex'>
  readonly pictures: OfferPictures
  readonly limits: RateLimits
}

/** `GET /api/swap-offers/{offerId}/picture.png`: both sides of an offer, for link previews (decision S11). */
export function serveOfferPictures({ finder, pictures, limits }: OfferPictureRoute): (app: FastifyInstance) => void {
  return (app) => {
    const draws = app.createRateLimit({ max: limits.writesPerMinute, timeWindow: minuteMs })
    app.get<{ Params: { offerId: string } }>('/api/swap-offers/:offerId/picture.png', async (request, reply) => {
      const id = hash32Schema.safeParse(request.params.offerId)
      if (!id.success) throw new HttpError(400, 'not an offer id', { field: 'offerId' })
      const offer = await finder.inIndex(id.data)
      if (!offer) throw new HttpError(404, 'no such offer')
      let picture = pictures.known(offer)
      if (!picture) {
        await refuseOver(draws, request)
        picture = await pictures.draw(offer).catch((error: unknown) => {
          throw httpErrorOf(error)
        })
      }
      reply.headers({ ...headers, etag: picture.etag })
      if (request.headers['if-none-match'] === picture.etag) return reply.code(304).send()
      return reply.type('image/png').send(picture.bytes)
    })
  }
}
