import { offerToWire } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { expiredOffers, offersOf, openOffers } from './offerStore.ts'
import { readCursor, writeCursor } from './offerCursor.ts'
import type { StoredOffer } from './storedOffer.ts'

const defaultLimit = 50

type Lists = 'offersByCreator' | 'offersByRecipient' | 'offersByUser' | 'expiredByCreator'

/** The lists of offers, straight from the index (decision A2). */
export function listOffers({ db }: Context, indexer: Pick<Indexer, 'status'>): Pick<Handlers, Lists> {
  return {
    offersByCreator: async ({ params }) => ({
      ...listed(await openOffers(db.read, 'creator', params.address)),
      about: params.address,
    }),
    offersByRecipient: async ({ params }) => ({
      ...listed(await openOffers(db.read, 'recipient', params.address)),
      about: params.address,
    }),
    expiredByCreator: async ({ params }) => {
      // Chain time decides (decision K4); this server's own clock only until the chain has been heard.
      const nowS = indexer.status().head?.timeS ?? Math.floor(Date.now() / 1000)
      return listed(await expiredOffers(db.read, params.address, nowS))
    },
    offersByUser: async ({ params, query }) => {
      const limit = query.limit === undefined ? defaultLimit : Number(query.limit)
      const before = query.cursor === undefined ? null : readCursor(query.cursor)
      const offers = await offersOf(db.read, params.address, { before, limit: limit + 1 })
      const last = offers[limit - 1]
      const nextCursor = offers.length > limit && last ? writeCursor(last) : null
      return { status: 200, body: { success: true, offers: offers.slice(0, limit).map(offerToWire), nextCursor } }
    },
  }
}

function listed(offers: readonly StoredOffer[]) {
  return { status: 200 as const, body: { success: true as const, offers: offers.map(offerToWire) } }
}
