import { offerEventTopics, readUnreturned } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import { readHead } from '../indexer/reads/headers.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import { readAnchors } from '../indexer/checkpoints.ts'
import type { RawLog } from '../indexer/logConsumer.ts'
import { createRangeSize, smallerMayHelp } from '../indexer/rangeSize.ts'
import { doubtfulOffers, type BlockRange } from './doubtfulOffers.ts'
import { eventsOf } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffers, offersTouchedIn, saveOffers } from './offerStore.ts'
import { reconcileWithChain } from './reconcileWithChain.ts'
import { takeEvents } from './takeEvents.ts'

/**
 * Rereads every event since the first deployment and corrects the index. Missing offers are added; offers without an
 * event are read from the escrow's state. The indexer keeps running.
 */
export async function walkOffers(parts: OfferParts): Promise<void> {
  const { chain, config } = parts.context
  const { escrows } = config.deployment
  const end = (await readHead(chain)).number
  const size = createRangeSize()
  const doubtful = new Set<OfferId>()
  let from = Math.min(...escrows.map((escrow) => escrow.fromBlock))
  while (from <= end) {
    const range = { fromBlock: from, toBlock: Math.min(end, from + size.blocks() - 1) }
    try {
      const filter = { addresses: escrows.map((escrow) => escrow.address), topics: offerEventTopics, ...range }
      const logs = await readLogs(chain, filter, await readAnchors(parts.context.db.read))
      for (const id of await walkRange(parts, range, logs)) doubtful.add(id)
      from = range.toBlock + 1
      size.grow()
    } catch (error) {
      if (!smallerMayHelp(error) || !size.halve()) throw error
    }
  }
  await reconcileWithChain(parts, await findOffers(parts.context.db.read, [...doubtful]))
}

/** @returns offers that the range's events do not bear out as they are held. */
async function walkRange(parts: OfferParts, range: BlockRange, logs: readonly RawLog[]): Promise<OfferId[]> {
  const { db, config } = parts.context
  const events = eventsOf(logs)
  // The NFTs still in escrow follow from the state alone, so repeated events can't corrupt them.
  await takeEvents(
    parts,
    events.filter((event) => event.kind === 'created' || event.kind === 'completed' || event.kind === 'cancelled'),
  )
  await readUnreturnedAgain(parts, [
    ...new Set(
      events
        .filter((event) => event.kind === 'returnFailed' || event.kind === 'returnClaimed')
        .map((event) => event.offerId),
    ),
  ])
  const escrows = config.deployment.escrows.map((escrow) => escrow.address)
  return doubtfulOffers(await offersTouchedIn(db.read, escrows, range), events, range).map((offer) => offer.id)
}

async function readUnreturnedAgain({ context }: OfferParts, ids: readonly OfferId[]): Promise<void> {
  for (const offer of await findOffers(context.db.read, ids)) {
    const unreturned = await readUnreturned(context.chain, offer)
    await context.db.change(async (tx) => {
      const [now] = await findOffers(tx, [offer.id])
      if (now) await saveOffers(tx, [{ ...now, unreturned }])
    })
  }
}
