import { cancelledTopic, type EscrowEvent, offerEventTopics, readOfferStates, readUnreturned } from '@parley/chain'
import type { Address, OfferId } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import type { Context } from '../context.ts'
import { createRangeSize, maxRangeBlocks, readAnchors, smallerMayHelp } from '../indexer/checkpoints.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { assertOnFork, readHead } from '../indexer/reads/rpcBlocks.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import { type BlockRange, reconcile, type Reconciled, suspectOffers } from './applyEvents.ts'
import { saveClaims } from './claimedNfts.ts'
import { applyOfferEvents, eventsOf, ingestEvents, offerChanged } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'
import { findOffers, offersTouchedIn, openOffersAfter, removeOffers, saveOffers } from './offerStore.ts'
import type { StoredOffer } from './storedOffer.ts'

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
  const [states] = await Promise.all([readOfferStates(chain, escrow, ids), assertOnFork(chain, anchors)])
  const first = reconcile(states, stored)
  const closed = first.deactivated.map((offer) => offer.id)
  if (closed.length > 0) await ingestEvents(parts, await latestEvents(parts, escrow, closed))
  // Compares with the current rows: the indexer keeps running.
  const left = await db.change(async (tx) => {
    const rest = reconcile(states, await findOffers(tx, ids))
    await saveOffers(tx, changedBy(rest))
    await removeOffers(
      tx,
      rest.strays.map(({ id }) => id),
    )
    await live.announce(tx, [...changedBy(rest), ...rest.strays].map(offerChanged))
    return rest
  })
  parts.counter.add({ reactivated: left.reactivated.length, deactivated: left.deactivated.length })
  live.publish([...changedBy(left), ...left.strays].map(offerChanged))
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

const offersAtOnce = 200

/** Reads every offer that is held open again (decision C5). */
export async function fixCompleted(parts: OfferParts): Promise<{ checked: number; fixed: number }> {
  let checked = 0
  let fixed = 0
  let after: OfferId | null = null
  for (;;) {
    const page = await openOffersAfter(parts.context.db.read, after, offersAtOnce)
    const last = page.at(-1)
    if (!last) return { checked, fixed }
    fixed += await reconcileWithChain(parts, page)
    checked += page.length
    after = last.id
  }
}

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
  await ingestEvents(
    parts,
    events.filter((event) => event.kind === 'created' || event.kind === 'completed' || event.kind === 'cancelled'),
  )
  await readUnreturnedAgain(
    parts,
    events.filter((event) => event.kind === 'returnFailed' || event.kind === 'returnClaimed'),
  )
  const escrows = config.deployment.escrows.map((escrow) => escrow.address)
  return suspectOffers(await offersTouchedIn(db.read, escrows, range), events, range).map((offer) => offer.id)
}

async function readUnreturnedAgain({ context }: OfferParts, returns: readonly EscrowEvent[]): Promise<void> {
  const ids = [...new Set(returns.map(({ offerId }) => offerId))]
  for (const offer of await findOffers(context.db.read, ids)) {
    const unreturned = await readUnreturned(context.chain, offer)
    const events = await context.db.change(async (tx) => {
      const [now] = await findOffers(tx, [offer.id])
      if (!now) return []
      await saveOffers(tx, [{ ...now, unreturned }])
      await saveClaims(tx, [now], returns)
      const changed = [offerChanged(now)]
      await context.live.announce(tx, changed)
      return changed
    })
    context.live.publish(events)
  }
}

const lastBlocks = 1_000
/** Cancellations are searched further back. An offer that only looks open costs its recipient a failed transaction. */
const lastBlocksOfCancellations = 2_000

/**
 * Skips logs that every endpoint refuses (decision C5). It reads events of the last 1000 blocks and cancellations of
 * the last 2000; `afterwards` then rereads the open offers to correct the rest.
 */
export function skipOfferLogs(
  { context, counter }: OfferParts,
  { address }: EscrowDeployment,
  afterwards: () => void,
): NonNullable<LogConsumer['skipUnavailableLogs']> {
  return async (to) => {
    const since = (blocks: number) => Math.max(0, to.number - blocks + 1)
    const range = (blocks: number) => ({ addresses: [address], fromBlock: since(blocks), toBlock: to.number })
    const cancellations = await readWhatIsGiven(context, {
      ...range(lastBlocksOfCancellations),
      topics: [cancelledTopic],
    })
    const all = await readWhatIsGiven(context, { ...range(lastBlocks), topics: offerEventTopics })
    const events = eventsOf([...cancellations.filter((log) => log.blockNumber < since(lastBlocks)), ...all])
    return async (tx) => {
      const folded = await applyOfferEvents(tx, events)
      const committed = () => {
        counter.add(folded)
        afterwards()
      }
      return { events: folded.changed.map(offerChanged), committed }
    }
  }
}

/** Reads from the newest block back, in ever smaller ranges, until not even one block is given. */
async function readWhatIsGiven(context: Context, filter: Parameters<typeof readLogs>[1]): Promise<RawLog[]> {
  const size = createRangeSize()
  const found: RawLog[] = []
  let toBlock = filter.toBlock
  while (toBlock >= filter.fromBlock) {
    const fromBlock = Math.max(filter.fromBlock, toBlock - size.blocks() + 1)
    try {
      found.unshift(...(await readLogs(context.chain, { ...filter, fromBlock, toBlock })))
      toBlock = fromBlock - 1
    } catch (error) {
      if (!smallerMayHelp(error)) throw error
      if (!size.halve()) return found
    }
  }
  return found
}
