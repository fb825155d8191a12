import { numberToHex, type PublicClient } from 'viem'
import { z } from 'zod'
import { inTurns } from '../../inTurns.ts'
import type { RawLog } from '../logConsumer.ts'
import { blocksWithHoles } from './blocksWithHoles.ts'
import { refuseMixed, type Anchor } from './branches.ts'
import { foundLogSchema, type FoundLog } from './foundLog.ts'
import { readHeader, type Header } from './headers.ts'
import { MissingHeaderError } from './MissingHeaderError.ts'
import { readBlockLogs } from './readBlockLogs.ts'
import { withTimes } from './withTimes.ts'

export interface LogFilter {
  readonly addresses: readonly `0x${string}`[]
  /** Values of `topics[0]`. */
  readonly topics: readonly `0x${string}`[]
  /** Values of `topics[1]`; any where not given. */
  readonly firstArguments?: readonly `0x${string}`[]
  readonly fromBlock: number
  readonly toBlock: number
}

/**
 * Event logs of a range of blocks, both ends included, in the order of the chain. The chain that answers has to have the blocks
 * of `anchors` too, so that nothing comes from another branch than what was heard before.
 *
 * Behind one address there can be several nodes, and one that has not come to the end of the range yet answers without the
 * logs it does not have. So it has to show the last block in the same request, and of a short range every block: where a
 * header speaks of events that were not given, they are taken from the block's receipts.
 *
 * @throws {MissingHeaderError} where it cannot.
 * @throws {MixedBranchesError}
 */
export async function readLogs(
  chain: PublicClient,
  filter: LogFilter,
  anchors: readonly Anchor[] = [],
): Promise<RawLog[]> {
  return (await readRange(chain, filter, anchors)).logs
}

/** As {@link readLogs}, with the last block's hash. */
export async function readRange(
  chain: PublicClient,
  filter: LogFilter,
  anchors: readonly Anchor[] = [],
): Promise<{ logs: RawLog[]; endHash: `0x${string}` }> {
  const asked = chain.request({
    method: 'eth_getLogs',
    params: [
      {
        address: [...filter.addresses],
        topics: [[...filter.topics], ...(filter.firstArguments ? [[...filter.firstArguments]] : [])],
        fromBlock: numberToHex(filter.fromBlock),
        toBlock: numberToHex(filter.toBlock),
      },
    ],
  })
  // Calls of one turn travel together, so all answers are of one node.
  const [answer, ...answered] = await Promise.all([
    asked,
    ...blocksToShow(filter, anchors).map((block) => readHeader(chain, block)),
  ])
  const headers = answered.filter((header) => header !== null)
  if (headers.length < answered.length) throw new MissingHeaderError()
  const given = await inTurns(z.array(z.unknown()).parse(answer), (log) => foundLogSchema.parse(log))
  const found = given.filter((log) => !log.removed && isWithin(log, filter))
  refuseMixed(headers, [
    ...anchors,
    ...found.map(({ blockNumber, blockHash }) => ({ number: blockNumber, hash: blockHash })),
  ])
  const whole = [...found, ...(await readMissedLogs(chain, filter, headers, found))]
  const logs = await withTimes(chain, inOrder(withoutRepeats(whole)), headers)
  return { logs, endHash: headers.find(({ number }) => number === filter.toBlock)?.hash ?? '0x' }
}

/**
 * Following the chain, a few blocks come at a time, and after an absence of a quarter of an hour these; further back, a header
 * for each would cost more than all logs.
 */
export const maxCheckedBlocks = 512

/** Whether logs of a range are held against the header of every block. */
export function isChecked({ fromBlock, toBlock }: Pick<LogFilter, 'fromBlock' | 'toBlock'>): boolean {
  return toBlock - fromBlock < maxCheckedBlocks
}

function blocksToShow({ fromBlock, toBlock }: LogFilter, anchors: readonly Anchor[]): number[] {
  const shown = isChecked({ fromBlock, toBlock })
    ? Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index)
    : [toBlock]
  return [...new Set([...shown, ...anchors.map(({ number }) => number)])]
}

/** Logs that the headers speak of and the list of logs has not. */
async function readMissedLogs(
  chain: PublicClient,
  filter: LogFilter,
  headers: readonly Header[],
  found: readonly FoundLog[],
): Promise<FoundLog[]> {
  // Of an event with a certain argument the headers say too little.
  if (filter.firstArguments) return []
  const within = headers.filter(({ number }) => number >= filter.fromBlock && number <= filter.toBlock)
  const suspects = blocksWithHoles(within, filter, found)
  const receipts = await Promise.all(suspects.map((block) => readBlockLogs(chain, block)))
  const wanted = new Set<string>(filter.topics)
  return receipts
    .flat()
    .filter(({ address, topics: [topic] }) => filter.addresses.includes(address) && topic && wanted.has(topic))
}

/** An endpoint that answers more than was asked for must not move the index past its checkpoint. */
function isWithin(log: FoundLog, { fromBlock, toBlock }: LogFilter): boolean {
  return log.blockNumber >= fromBlock && log.blockNumber <= toBlock
}

function withoutRepeats(logs: readonly FoundLog[]): FoundLog[] {
  return [...new Map(logs.map((log) => [`${log.blockNumber}/${log.logIndex}`, log])).values()]
}

function inOrder(logs: readonly FoundLog[]): FoundLog[] {
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}
