import { cancelledTopic, offerEventTopics } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import type { Context } from '../context.ts'
import { createRangeSize, smallerMayHelp } from '../indexer/blockRanges.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import { applyOfferEvents, eventsOf, offerChanged } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'

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
