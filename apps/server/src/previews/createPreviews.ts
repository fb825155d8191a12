import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import { createOfferPictures, type CardImages } from './createOfferPictures.ts'
import { serveOfferPage } from './serveOfferPage.ts'
import { serveOfferPictures } from './serveOfferPictures.ts'

/** The routes that say what a link to an offer shows before it is opened. */
export function createPreviews(
  { config }: Pick<Context, 'config'>,
  finder: Pick<OfferFinder, 'inIndex'>,
  images: CardImages,
): readonly ((app: FastifyInstance) => void)[] {
  const offerPictures = createOfferPictures({ images, collections: config.deployment.collections })
  return [
    serveOfferPage(config, finder),
    serveOfferPictures({ finder, pictures: offerPictures, limits: config.rateLimits }),
  ]
}
