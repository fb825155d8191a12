import { cancelledTopic, offerEventTopics } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import type { Context } from '../context.ts'
import { readLogs } from '../indexer/reads/readLogs.ts'
import type { LogConsumer, RawLog } from '../indexer/logConsumer.ts'
import { createRangeSize, smallerMayHelp } from '../indexer/rangeSize.ts'
import { applyOfferEvents, eventsOf, offerChanged } from './offerConsumer.ts'
import type { OfferParts } from './offerParts.ts'

const lastBlocks = 1_000
/** Cancellations are looked for further back: an offer that seems open and is not costs whoever tries it a fee in gas. */
const lastBlocksOfCancellations = 2_000

/**
 * Where every endpoint refuses older logs (decision C5): the events of the last 1000 blocks, cancellations of the last 2000.
 * What that leaves out is put right by reading the open offers again, which `afterwards` does once this is written.
 */
export function passLogGap(
  { context, tally }: OfferParts,
  { address }: EscrowDeployment,
  afterwards: () => void,
): NonNullable<LogConsumer['passGap']> {
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
        tally.add(folded)
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
