import type { OfferId } from '@parley/domain'
import type { Queryable } from '../db/schema.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { offerFromRow, type StoredOffer } from '../offers/storedOffer.ts'
import type { StatsSource } from './takeStats.ts'

/** Small enough to answer requests in between. */
const offersAtOnce = 500

/** Offers from the index, which includes calls made through other contracts. */
export function createIndexSource(db: Queryable): StatsSource {
  return {
    async *offersAt(at, signal) {
      // Every id starts like this, so the database seeks by key instead of scanning.
      let after: OfferId = '0x'
      while (!signal.aborted) {
        const rows = await db
          .selectFrom('offers')
          .selectAll()
          .where('created_block', '<=', at.number)
          .where('id', '>', after)
          .orderBy('id')
          .limit(offersAtOnce)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        after = last.id
        await yieldToEventLoop()
        yield rows.map(offerFromRow).map((offer) => asOf(offer, at.number))
      }
    },
  }
}

/** The offer's state at a block. */
function asOf(offer: StoredOffer, block: number): StoredOffer {
  if (offer.settledBlock === null || offer.settledBlock <= block) return offer
  return { ...offer, settlement: null, settledBlock: null }
}
