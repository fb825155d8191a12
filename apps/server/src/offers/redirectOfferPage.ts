import { hash32Schema } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { OfferFinder } from './createOfferFinder.ts'

/** `/p2p/{hash of a transaction}` leads to the page of the offer that it created, once that is known (decision C3). */
export function redirectOfferPage(finder: OfferFinder): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Params: { offerId: string } }>('/p2p/:offerId', async (request, reply) => {
      const hash = hash32Schema.safeParse(request.params.offerId)
      const offer = hash.success ? await finder.inIndex(hash.data) : null
      if (offer && hash.success && offer.id !== hash.data) return reply.redirect(`/p2p/${offer.id}`, 302)
      return reply.callNotFound()
    })
  }
}
