import { decodeEscrowLog, type EscrowEvent, offerEventTopics, offerIdOf, offerNumberOf } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { EscrowDeployment, LiveEvent } from '@parley/protocol'
import { sql, type Transaction } from 'kysely'
import type { Queryable, Schema } from '../db/schema.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { noteGap } from '../indexer/logGaps.ts'
import { mapYielding, yieldToEventLoop } from '../lib/async.ts'
import { type AppliedEvents, applyEvents, suspectOffers } from './applyEvents.ts'
import { saveClaims } from './claimedNfts.ts'
import type { ChangeCounter, OfferParts } from './offerParts.ts'
import { clearOffers, findOffers, keepOffersOf, offersTouchedIn, saveOffers } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'
import { noteTaken } from './takenNfts.ts'

interface OfferConsumerParts {
  readonly counter: ChangeCounter
  /** All deployments, this one included. */
  readonly escrows: readonly Address[]
  readonly skipUnavailableLogs: NonNullable<LogConsumer['skipUnavailableLogs']>
  readonly fillGap: NonNullable<LogConsumer['fillGap']>
  readonly recheck: NonNullable<LogConsumer['recheck']>
  /** Asked, after the commit, to hold offers against the escrow's state that the logs do not bear out. */
  readonly doubt: (offers: readonly StoredOffer[]) => void
}

/** Maintains the offers of one escrow deployment, each with its own checkpoint (decision C9). */
export function offerConsumer(
  { address, fromBlock }: EscrowDeployment,
  { counter, escrows, skipUnavailableLogs, fillGap, recheck, doubt }: OfferConsumerParts,
): LogConsumer {
  const key = `offers:${address}`
  return {
    key,
    fromBlock,
    addresses: [address],
    topics: offerEventTopics,
    skipUnavailableLogs,
    fillGap,
    recheck,
    async apply(tx, batch) {
      const decoded = await mapYielding(batch.logs, decodeEscrowLog)
      const events = decoded.filter((event) => event !== null)
      const folded = await applyOfferEvents(tx, events)
      await yieldToEventLoop()
      if (await lacksPredecessors(tx, address, events)) await noteGap(tx, { key }, batch.fromBlock)
      // A hint may have brought an offer in from a receipt before this range was read.
      const touched = await offersTouchedIn(tx, [address], batch)
      await yieldToEventLoop()
      const doubtful = suspectOffers(touched, events, batch)
      const inDoubt = await findOffers(
        tx,
        doubtful.map(({ id }) => id),
      )
      const committed = () => {
        counter.add(folded)
        if (inDoubt.length > 0) doubt(inDoubt)
      }
      return { events: folded.changed.map(offerChanged), committed }
    },
    begin: (tx) => keepOffersOf(tx, escrows),
    clear: clearOffers,
  }
}

export function eventsOf(logs: readonly RawLog[]): EscrowEvent[] {
  return logs.map(decodeEscrowLog).filter((event) => event !== null)
}

/** Lays events over what the transaction sees, and writes what they changed. */
export async function applyOfferEvents(
  tx: Transaction<Schema>,
  events: readonly EscrowEvent[],
): Promise<AppliedEvents> {
  const held = await findOffers(tx, [...new Set(events.map((event) => event.offerId))])
  const folded = applyEvents(held, events)
  await yieldToEventLoop()
  await saveOffers(tx, folded.changed)
  await saveClaims(tx, [...held, ...folded.changed], events)
  await noteTaken(tx, folded.changed)
  return folded
}

/** The live event for a changed offer. */
export function offerChanged({ id, creator, recipient }: StoredOffer): LiveEvent {
  return { type: 'offer', offerId: id, creator, recipient }
}

/**
 * Writes events that were found outside the indexer's own reading. It moves no checkpoint: the indexer finds nothing
 * new in them later.
 */
export async function ingestEvents({ context, counter }: OfferParts, events: readonly EscrowEvent[]): Promise<void> {
  if (events.length === 0) return
  const folded = await context.db.change(async (tx) => {
    const done = await applyOfferEvents(tx, events)
    await context.live.announce(tx, done.changed.map(offerChanged))
    return done
  })
  counter.add(folded)
  context.live.publish(folded.changed.map(offerChanged))
}

/**
 * An escrow numbers its offers without a gap (decision B2), so one that was left out of the logs shows by the next.
 *
 * @returns whether the predecessor of a new offer is unknown.
 */
async function lacksPredecessors(db: Queryable, escrow: Address, events: readonly EscrowEvent[]): Promise<boolean> {
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
