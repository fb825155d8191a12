import { offerEventTopics, readOfferStates } from '@parley/chain'
import type { Address } from '@parley/domain'
import { maxRangeBlocks, smallerMayHelp } from '../indexer/rangeSize.ts'
import { checkBranch } from '../indexer/reads/branches.ts'
import { readHead } from '../indexer/reads/headers.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import { readAnchors } from '../indexer/checkpoints.ts'
import { eventsOf, offerChanged } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffers, removeOffers, saveOffers } from './offerStore.ts'
import { reconcile, type Reconciled } from './reconcile.ts'
import type { StoredOffer } from './storedOffer.ts'
import { takeEvents } from './takeEvents.ts'

/**
 * Reads the state of stored offers on the chain, and makes the index say the same. Where an offer turns out to be closed, its
 * event is looked for among the latest blocks first, since only that says by whom and when.
 *
 * @returns how many offers were wrong.
 */
export async function reconcileWithChain(parts: OfferParts, stored: readonly StoredOffer[]): Promise<number> {
  let wrong = 0
  for (const [escrow, offers] of Map.groupBy(stored, (offer) => offer.escrow))
    wrong += await reconcileOne(parts, escrow, offers)
  return wrong
}

async function reconcileOne(parts: OfferParts, escrow: Address, stored: readonly StoredOffer[]): Promise<number> {
  const { chain, db, live, log } = parts.context
  const ids = stored.map((offer) => offer.id)
  const anchors = await readAnchors(db.read)
  const [states] = await Promise.all([readOfferStates(chain, escrow, ids), checkBranch(chain, anchors)])
  const first = reconcile(states, stored)
  const closed = first.deactivated.map((offer) => offer.id)
  if (closed.length > 0) await takeEvents(parts, await latestEvents(parts, escrow, closed))
  // Compares with the current rows: the indexer keeps running.
  const left = await db.change(async (tx) => {
    const rest = reconcile(states, await findOffers(tx, ids))
    await saveOffers(tx, changedBy(rest))
    await removeOffers(tx, rest.strays)
    await live.announce(tx, changedBy(rest).map(offerChanged))
    return rest
  })
  const changed = changedBy(left)
  parts.tally.add({ reactivated: left.reactivated.length, deactivated: left.deactivated.length })
  live.publish(changed.map(offerChanged))
  const wrong = first.reactivated.length + first.deactivated.length + first.corrected.length + first.strays.length
  if (wrong > 0) log.warn({ escrow, wrong }, 'the index of offers differed from the escrow and was put right')
  return wrong
}

function changedBy({ reactivated, deactivated, corrected }: Reconciled): StoredOffer[] {
  return [...reactivated, ...deactivated, ...corrected]
}

/** Events of some offers among the latest blocks; none where the endpoints refuse to say. */
async function latestEvents({ context }: OfferParts, escrow: Address, ids: readonly `0x${string}`[]) {
  const head = await readHead(context.chain)
  const fromBlock = Math.max(0, head.number - maxRangeBlocks + 1)
  try {
    const filter = {
      addresses: [escrow],
      topics: offerEventTopics,
      firstArguments: ids,
      fromBlock,
      toBlock: head.number,
    }
    return eventsOf(await readLogs(context.chain, filter, [head]))
  } catch (error) {
    if (!smallerMayHelp(error)) throw error
    return []
  }
}
