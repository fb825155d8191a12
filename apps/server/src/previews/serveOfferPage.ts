import { findCollection, type Collection } from '@parley/domain'
import { hash32Schema, imageUrl } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Site } from '../http/site.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { offerPreview } from './offerPreview.ts'
import { readDocument } from './readDocument.ts'
import { withPreview } from './withPreview.ts'

/**
 * The page of an offer. `/p2p/{hash of a transaction}` leads to that of the offer it created, once that is known (decision C3);
 * the document of a known offer says what others may show of the link (decision S11). Everything else is the app's.
 */
export function serveOfferPage(
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
