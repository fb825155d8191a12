import { offerIdOf, offerNumberOf, type EscrowEvent } from '@parley/chain'
import type { Address } from '@parley/domain'
import { sql } from 'kysely'
import type { Queryable } from '../db/schema.ts'
import { findOffers } from './offerStore.ts'

/**
 * An escrow numbers its offers without a gap (decision B2), so one that was left out of the logs shows by the next.
 *
 * @returns whether the predecessor of a new offer is unknown.
 */
export async function lacksPredecessors(
  db: Queryable,
  escrow: Address,
  events: readonly EscrowEvent[],
): Promise<boolean> {
  const created = new Set(
    events.flatMap((event) => (event.kind === 'created' ? (offerNumberOf(event.offerId) ?? []) : [])),
  )
  const before = [...created].map((number) => number - 1).filter((number) => number > 0 && !created.has(number))
  const known = await findOffers(
    db,
    before.map((number) => offerIdOf(escrow, number)),
  )
  return known.length < before.length
}

/** How many offers of an escrow's numbering are not in the index. */
export async function countMissing(db: Queryable, escrow: Address): Promise<number> {
  // Text, since an id is: eight hex digits sort as the number does. Of an id of another form nothing can be said.
  const row = await db
    .selectFrom('offers')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('known'),
      sql<string | null>`max(substr(id, 59, 8))`.as('last'),
    ])
    .where('escrow', '=', escrow)
    .where(sql<string>`substr(id, 43, 16)`, '=', '0'.repeat(16))
    .executeTakeFirstOrThrow()
  return Number.parseInt(row.last ?? '0', 16) - Number(row.known)
}

/** Endpoints give fewer offers than there are: they are asked again later. */
export class OffersMissingError extends Error {
  override readonly name = 'OffersMissingError'
  readonly code = 'offers_missing'
  readonly missing: number
  constructor(missing: number) {
    super(`${missing} offers are missing in the logs`)
    this.missing = missing
  }
}
