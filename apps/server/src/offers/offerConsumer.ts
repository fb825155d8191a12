import { decodeEscrowLog, offerEventTopics, type EscrowEvent } from '@parley/chain'
import type { EscrowDeployment, LiveEvent } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { foldEvents, type Folded } from './foldEvents.ts'
import { clearOffers, findOffers, saveOffers } from './offerStore.ts'
import type { OfferTally } from './offerTally.ts'
import type { StoredOffer } from './storedOffer.ts'

/** Keeps the offers of one escrow deployment (decision C9: there may be several, each with its own place). */
export function offerConsumer(
  deployment: EscrowDeployment,
  { tally, passGap }: { tally: OfferTally; passGap: NonNullable<LogConsumer['passGap']> },
): LogConsumer {
  return {
    key: `offers:${deployment.address}`,
    fromBlock: deployment.fromBlock,
    addresses: [deployment.address],
    topics: offerEventTopics,
    passGap,
    async apply(tx, { logs }) {
      const folded = await applyOfferEvents(tx, eventsOf(logs))
      return { events: folded.changed.map(offerChanged), committed: () => tally.add(folded) }
    },
    clear: (tx) => clearOffers(tx, [deployment.address]),
  }
}

export function eventsOf(logs: readonly RawLog[]): EscrowEvent[] {
  return logs.map(decodeEscrowLog).filter((event) => event !== null)
}

/** Lays events over what the transaction sees, and writes what they changed. */
export async function applyOfferEvents(tx: Transaction<Schema>, events: readonly EscrowEvent[]): Promise<Folded> {
  const held = await findOffers(tx, [...new Set(events.map((event) => event.offerId))])
  const folded = foldEvents(held, events)
  await saveOffers(tx, folded.changed)
  return folded
}

/** What open pages are told of an offer that changed. */
export function offerChanged({ id, creator, recipient }: StoredOffer): LiveEvent {
  return { type: 'offer', offerId: id, creator, recipient }
}
