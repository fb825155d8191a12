import { decodeEscrowLog, type EscrowEvent, offerEventTopics } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { EscrowDeployment, LiveEvent } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { noteGap } from '../indexer/logGaps.ts'
import { yieldToEventLoop, mapYielding } from '../lib/async.ts'
import { suspectOffers, type AppliedEvents, applyEvents } from './applyEvents.ts'
import { lacksPredecessors } from './missingOffers.ts'
import type { OfferParts, ChangeCounter } from './offerParts.ts'
import { clearOffers, findOffers, keepOffersOf, offersTouchedIn, saveOffers } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'

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
