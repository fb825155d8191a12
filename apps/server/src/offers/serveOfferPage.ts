import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash32Schema } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import { withPreview } from '../http/withPreview.ts'
import type { OfferFinder } from './createOfferFinder.ts'
import { offerPreview } from './offerPreview.ts'

/**
 * The page of an offer. `/p2p/{hash of a transaction}` leads to that of the offer it created, once that is known (decision C3);
 * the document of a known offer says what others may show of the link (decision S11). Everything else is the app's.
 */
export function serveOfferPage(
  { webDist, deployment }: Pick<ServerConfig, 'webDist' | 'deployment'>,
  finder: Pick<OfferFinder, 'inIndex'>,
): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Params: { offerId: string } }>('/p2p/:offerId', async (request, reply) => {
      const hash = hash32Schema.safeParse(request.params.offerId)
      const offer = hash.success ? await finder.inIndex(hash.data) : null
      if (!offer) return reply.callNotFound()
      const path = `/p2p/${offer.id}`
      if (offer.id !== hash.data) return reply.redirect(path, 302)
      const html = await documentOf(webDist)
      const origin = originOf(request)
      if (html === null || origin === null) return reply.callNotFound()
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
      return withPreview(html, offerPreview(offer, deployment.collections), { origin, path })
    })
  }
}

async function documentOf(webDist: string | null): Promise<string | null> {
  if (webDist === null) return null
  return readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
}

/** The visitor names the host, so only what can be one is repeated. */
function originOf({ protocol, host }: FastifyRequest): string | null {
  return /^[a-z0-9.:[\]-]+$/i.test(host) ? `${protocol}://${host}` : null
}
