import type { EscrowEvent } from '@parley/chain'
import { type Address, type ClaimedNfts, inboxKeptS, type OfferId } from '@parley/domain'
import { offerToWire } from '@parley/protocol'
import type { Selectable } from 'kysely'
import type { Context } from '../context.ts'
import { equals } from '../db/equals.ts'
import type { ClaimedNftsTable, Queryable } from '../db/schema.ts'
import type { Handler } from '../http/bindRoutes.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { findOffers } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'

/** `GET /api/claims/{address}`. An inbox without a session reads lists of offers, which forget claims. */
export function claimsHandler({ db }: Pick<Context, 'db'>, indexer: Pick<Indexer, 'status'>): Handler<'claims'> {
  return async ({ params: { address } }) => {
    const nowS = indexer.status().head?.timeS ?? Math.floor(Date.now() / 1000)
    const claims = await claimsOf(db.read, address, nowS - inboxKeptS)
    const latest = [...claims].toSorted(([, one], [, other]) => other.atS - one.atS).slice(0, rowsAtOnce)
    const offers = new Map(
      (
        await findOffers(
          db.read,
          latest.map(([id]) => id),
        )
      ).map((offer) => [offer.id, offer]),
    )
    return {
      status: 200,
      body: {
        success: true,
        claims: latest.flatMap(([id, { nfts, atS }]) => {
          const offer = offers.get(id)
          const wireNfts = nfts.map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) }))
          return offer ? [{ offer: offerToWire(offer), nfts: wireNfts, at: atS }] : []
        }),
      },
    }
  }
}

/** Both engines limit the values of one statement. */
const rowsAtOnce = 500

/** Notes which NFTs of these offers events say were claimed. The same events again change nothing. */
export async function saveClaims(
  db: Queryable,
  offers: readonly Pick<StoredOffer, 'id' | 'creator'>[],
  events: readonly EscrowEvent[],
): Promise<void> {
  const creators = new Map(offers.map(({ id, creator }) => [id, creator]))
  const rows = events.flatMap((event) => {
    const creator = creators.get(event.offerId)
    if (event.kind !== 'returnClaimed' || creator === undefined) return []
    const { contract, tokenId } = event.nft
    return [{ offer_id: event.offerId, contract, token: String(tokenId), creator, at_s: event.place.timeS }]
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('claimed_nfts')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** What a creator has claimed since `sinceS`, by offer: all of it, with the time of the last. */
export async function claimsOf(db: Queryable, creator: Address, sinceS: number): Promise<Map<OfferId, ClaimedNfts>> {
  return claimsFrom(await claimsQuery(db, creator, sinceS).execute())
}

export function claimsQuery(db: Queryable, creator: Address, sinceS: number) {
  const recent = db
    .selectFrom('claimed_nfts')
    .select('offer_id')
    .where('creator', ...equals(creator))
    .where('at_s', '>=', sinceS)
  return db
    .selectFrom('claimed_nfts')
    .selectAll()
    .where('offer_id', 'in', recent)
    .orderBy('at_s')
    .orderBy('contract')
    .orderBy('token')
}

export function claimsFrom(rows: readonly Selectable<ClaimedNftsTable>[]): Map<OfferId, ClaimedNfts> {
  const claims = new Map<OfferId, ClaimedNfts>()
  for (const { offer_id: id, contract, token, at_s: atS } of rows) {
    const nfts = [...(claims.get(id)?.nfts ?? []), { contract, tokenId: BigInt(token) }]
    claims.set(id, { nfts, atS })
  }
  return claims
}
