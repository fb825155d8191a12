import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Site } from '../http/site.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import { createOfferPictures, type CardImages } from './createOfferPictures.ts'
import { serveOfferPage } from './serveOfferPage.ts'
import { serveOfferPictures } from './serveOfferPictures.ts'

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
