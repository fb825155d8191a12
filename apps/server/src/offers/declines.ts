import { type Address, type Offer, sameAddress, statusOf, tableTextKeptS } from '@parley/domain'
import type { WireDecline } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import type { Handler, Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { findOffer } from './offerStore.ts'

/** Maximum declines in an answer. A wallet with more is being flooded. */
const maxListed = 2_000

/** What recipients say no to (decision N5). The offer itself stays as the chain has it. */
export function declineHandlers(
  context: Pick<Context, 'db' | 'live'>,
  indexer: Pick<Indexer, 'status'>,
  sessions: Pick<Sessions, 'require' | 'find'>,
): Pick<Handlers, 'declines' | 'declineOffer'> {
  return {
    declines: async ({ params, request }) => {
      const [rows, session] = await Promise.all([
        openDeclines(context.db.read)
          .where(({ eb, or }) =>
            or([eb('offers.creator', '=', params.address), eb('offers.recipient', '=', params.address)]),
          )
          .execute(),
        sessions.find(request),
      ])
      const reads = (party: Address) => session !== null && sameAddress(session.address, party)
      const declines = rows.map(({ creator, recipient, ...row }): WireDecline => ({
        offerId: row.offer_id,
        by: row.declined_by,
        at: row.at_s,
        reason: row.reason,
        text: reads(creator) || reads(recipient) ? row.text : '',
        hasText: row.text !== '',
      }))
      return { status: 200, body: { success: true, declines } }
    },
    declineOffer: declineOffer(context, indexer, sessions),
  }
}

function openDeclines(db: Queryable) {
  return db
    .selectFrom('declines')
    .innerJoin('offers', 'offers.id', 'declines.offer_id')
    .select([
      'declines.offer_id',
      'declines.declined_by',
      'declines.at_s',
      'declines.reason',
      'declines.text',
      'offers.creator',
      'offers.recipient',
    ])
    .where('offers.settlement', 'is', null)
    .orderBy('declines.at_s', 'desc')
    .limit(maxListed)
}

/** `POST /api/swap-offers/{offerId}/decline`. A second one replaces the first: its reason may have changed. */
function declineOffer(
  { db, live }: Pick<Context, 'db' | 'live'>,
  indexer: Pick<Indexer, 'status'>,
  sessions: Pick<Sessions, 'require'>,
): Handler<'declineOffer'> {
  return async ({ params: { offerId }, query, body: { reason, text }, request }) => {
    const { address } = await sessions.require(request, query.as)
    const nowS = Math.floor(Date.now() / 1000)
    const chainS = indexer.status().head?.timeS ?? nowS
    const said = { declined_by: address, at_s: nowS, reason, text }
    const events = await db.transact(async (tx) => {
      const offer = await findOffer(tx, offerId)
      requireDeclinable(offer, address, chainS)
      await tx
        .insertInto('declines')
        .values({ offer_id: offerId, ...said })
        .onConflict((conflict) => conflict.column('offer_id').doUpdateSet(said))
        .execute()
      const changed = [{ type: 'offer' as const, offerId, creator: offer.creator, recipient: offer.recipient }]
      await live.announce(tx, changed)
      return changed
    })
    live.publish(events)
    return {
      status: 200,
      body: { success: true, decline: { offerId, by: address, at: nowS, reason, text, hasText: text !== '' } },
    }
  }
}

/**
 * Deletes declines after 90 days (decision N5). By then their offers are settled or abandoned.
 *
 * @returns how many.
 */
export async function deleteOldDeclines(tx: Queryable, nowS: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('declines')
    .where('at_s', '<', nowS - tableTextKeptS)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** @throws {HttpError} unless the wallet is the recipient of an offer that can still be accepted. */
function requireDeclinable(offer: Offer | null, address: Address, chainS: number): asserts offer is Offer {
  // The same answer for every offer to another wallet.
  if (!offer || !sameAddress(offer.recipient, address))
    throw new HttpError(404, 'no such offer to you', { code: 'no-such-offer' })
  const status = statusOf(offer, chainS)
  if (status === 'expired') throw new HttpError(409, 'the offer has expired', { code: 'lapsed' })
  if (status !== 'active') throw new HttpError(409, 'the offer is settled', { code: 'closed' })
}
