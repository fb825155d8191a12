import type { Checkpoint } from './checkpoints.ts'
import type { LogConsumer } from './logConsumer.ts'

/** The next blocks to read, and the consumers waiting for them. */
export interface NextRange {
  readonly fromBlock: number
  readonly toBlock: number
  readonly consumers: readonly LogConsumer[]
}

/**
 * Chooses the next range. The consumers furthest behind catch up alone; after that, one request serves all.
 *
 * @returns null once every consumer has reached `head`.
 */
export function nextRange(
  consumers: readonly LogConsumer[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  { head, maxBlocks }: { head: number; maxBlocks: number },
): NextRange | null {
  const starts = consumers.map((consumer) => ({ consumer, from: startOf(consumer, checkpoints) }))
  const fromBlock = Math.min(...starts.map((start) => start.from))
  if (starts.length === 0 || fromBlock > head) return null
  const others = starts.map((start) => start.from).filter((from) => from > fromBlock)
  return {
    fromBlock,
    toBlock: Math.min(head, fromBlock + maxBlocks - 1, ...others.map((from) => from - 1)),
    consumers: starts.filter((start) => start.from === fromBlock).map((start) => start.consumer),
  }
}

function startOf(consumer: LogConsumer, checkpoints: ReadonlyMap<string, Checkpoint>): number {
  const checkpoint = checkpoints.get(consumer.key)
  return checkpoint ? checkpoint.block + 1 : consumer.fromBlock
}
