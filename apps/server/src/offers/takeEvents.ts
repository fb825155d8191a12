import type { EscrowEvent } from '@parley/chain'
import { applyOfferEvents, offerChanged } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'

/**
 * Writes events that were found outside the indexer's own reading. It moves no checkpoint: the indexer finds nothing
 * new in them later.
 */
export async function takeEvents({ context, tally }: OfferParts, events: readonly EscrowEvent[]): Promise<void> {
  if (events.length === 0) return
  const folded = await context.db.change(async (tx) => {
    const done = await applyOfferEvents(tx, events)
    await context.live.announce(tx, done.changed.map(offerChanged))
    return done
  })
  tally.add(folded)
  context.live.publish(folded.changed.map(offerChanged))
}
