import { decodeEscrowLog, offerEventTopics, type EscrowEvent } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { EscrowDeployment, LiveEvent } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { noteGap } from '../indexer/fillGaps.ts'
import { giveWay } from '../giveWay.ts'
import { inTurns } from '../inTurns.ts'
import { doubtfulOffers } from './doubtfulOffers.ts'
import { foldEvents, type Folded } from './foldEvents.ts'
import { lacksPredecessors } from './missingOffers.ts'
import { clearOffers, findOffers, keepOffersOf, offersTouchedIn, saveOffers } from './offerStore.ts'
import type { OfferTally } from './offerTally.ts'
import type { StoredOffer } from './storedOffer.ts'

export interface OfferConsumerParts {
  readonly tally: OfferTally
  /** All deployments, this one included. */
  readonly escrows: readonly Address[]
  readonly passGap: NonNullable<LogConsumer['passGap']>
  readonly fillGap: NonNullable<LogConsumer['fillGap']>
  readonly recheck: NonNullable<LogConsumer['recheck']>
  /** Asked, after the commit, to hold offers against the escrow's state that the logs do not bear out. */
  readonly doubt: (offers: readonly StoredOffer[]) => void
}

/** Maintains the offers of one escrow deployment, each with its own checkpoint (decision C9). */
export function offerConsumer(
  { address, fromBlock }: EscrowDeployment,
  { tally, escrows, passGap, fillGap, recheck, doubt }: OfferConsumerParts,
): LogConsumer {
  const key = `offers:${address}`
  return {
    key,
    fromBlock,
    addresses: [address],
    topics: offerEventTopics,
    passGap,
    fillGap,
    recheck,
    async apply(tx, batch) {
      const decoded = await inTurns(batch.logs, decodeEscrowLog)
      const events = decoded.filter((event) => event !== null)
      const folded = await applyOfferEvents(tx, events)
      await giveWay()
      if (await lacksPredecessors(tx, address, events)) await noteGap(tx, { key }, batch.fromBlock)
      // A hint may have brought an offer in from a receipt before this range was read.
      const touched = await offersTouchedIn(tx, [address], batch)
      await giveWay()
      const doubtful = doubtfulOffers(touched, events, batch)
      const inDoubt = await findOffers(
        tx,
        doubtful.map(({ id }) => id),
      )
      const committed = () => {
        tally.add(folded)
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
export async function applyOfferEvents(tx: Transaction<Schema>, events: readonly EscrowEvent[]): Promise<Folded> {
  const held = await findOffers(tx, [...new Set(events.map((event) => event.offerId))])
  const folded = foldEvents(held, events)
  await giveWay()
  await saveOffers(tx, folded.changed)
  return folded
}

/** The live event for a changed offer. */
export function offerChanged({ id, creator, recipient }: StoredOffer): LiveEvent {
  return { type: 'offer', offerId: id, creator, recipient }
}
