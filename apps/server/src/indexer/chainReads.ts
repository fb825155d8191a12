import { addressSchema } from '@parley/protocol'
import { BaseError, hexToNumber, numberToHex, RpcRequestError, type PublicClient } from 'viem'
import { z } from 'zod'
import { inTurns } from '../inTurns.ts'
import type { BlockRef, RawLog } from './logConsumer.ts'
import { blocksWithHoles } from './missedLogs.ts'

/** A block header as the indexer needs it. */
export interface Header extends BlockRef {
  readonly parentHash: `0x${string}`
  readonly logsBloom?: `0x${string}` | undefined
}

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value), 'not hex')
const quantity = hex.transform((text) => hexToNumber(text))

const headerSchema = z
  .object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity, logsBloom: hex.optional() })
  .transform(({ timestamp, ...rest }): Header => ({ ...rest, timeS: timestamp }))

const logSchema = z.object({
  address: addressSchema,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  /** Younger nodes tell the block's time with the log; the others have to be asked for the header. */
  blockTimestamp: quantity.nullish(),
  transactionHash: hex,
  logIndex: quantity,
  removed: z.boolean().optional(),
})

type FoundLog = z.output<typeof logSchema>

export interface LogFilter {
  readonly addresses: readonly `0x${string}`[]
  /** Values of `topics[0]`. */
  readonly topics: readonly `0x${string}`[]
  /** Values of `topics[1]`; any where not given. */
  readonly firstArguments?: readonly `0x${string}`[]
  readonly fromBlock: number
  readonly toBlock: number
}

/** The newest block that the endpoints know. */
export async function readHead(chain: PublicClient): Promise<Header> {
  return headerSchema.parse(await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }))
}

/** A block by its number; null where the chain has none yet. */
export async function readHeader(chain: PublicClient, block: number): Promise<Header | null> {
  const found = await chain.request({ method: 'eth_getBlockByNumber', params: [numberToHex(block), false] })
  return found === null ? null : headerSchema.parse(found)
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

/** A block that the index has heard of. */
export type Anchor = Pick<BlockRef, 'number' | 'hash'>

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
  const given = await inTurns(z.array(z.unknown()).parse(answer), (log) => logSchema.parse(log))
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
const maxCheckedBlocks = 512

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

/**
 * Endpoints can be on two branches for a while. What is read as one must be of one: headers that follow one another, and the
 * blocks that were heard of before or that the logs name.
 *
 * @throws {MixedBranchesError}
 */
function refuseMixed(headers: readonly Header[], others: readonly Anchor[]): void {
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const { number, parentHash } of headers) {
    const parent = byNumber.get(number - 1)
    if (parent && parent.hash !== parentHash) throw new MixedBranchesError()
  }
  for (const { number, hash } of others) {
    const header = byNumber.get(number)
    if (header && header.hash !== hash) throw new MixedBranchesError()
  }
}

/**
 * Whether what is asked in the same turn comes from the branch that the index is of.
 *
 * @throws {MixedBranchesError}
 */
export async function checkBranch(chain: PublicClient, anchors: readonly Anchor[]): Promise<void> {
  const headers = await Promise.all(anchors.map(({ number }) => readHeader(chain, number)))
  if (headers.includes(null)) throw new MissingHeaderError()
  refuseMixed(
    headers.filter((header) => header !== null),
    anchors,
  )
}

/** Answers that should be of one chain are of two branches: they are asked for again. */
export class MixedBranchesError extends Error {
  override readonly name = 'MixedBranchesError'
  readonly code = 'mixedBranches'
}

const blockReceiptsSchema = z.array(z.object({ logs: z.array(logSchema) }))

/** Every log of a block; none where the endpoint does not give receipts by the block. @throws {MissingHeaderError} */
async function readBlockLogs(chain: PublicClient, block: number): Promise<FoundLog[]> {
  const request: { method: string; params: unknown[] } = {
    method: 'eth_getBlockReceipts',
    params: [numberToHex(block)],
  }
  const answer = await chain.transport.request(request).catch((error: unknown) => {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)) return []
    throw error
  })
  if (answer === null) throw new MissingHeaderError()
  return blockReceiptsSchema.parse(answer).flatMap(({ logs }) => logs)
}

const receiptSchema = z.object({ logs: z.array(logSchema) })

/** The event logs of a mined transaction; null where it is not mined, or failed and left none behind it. */
export async function readReceiptLogs(chain: PublicClient, txHash: `0x${string}`): Promise<RawLog[] | null> {
  const answer = await chain.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
  return answer === null ? null : withTimes(chain, receiptSchema.parse(answer).logs, [])
}

/** Whether the endpoints know a transaction, mined or not. */
export async function isKnownTransaction(chain: PublicClient, txHash: `0x${string}`): Promise<boolean> {
  return (await chain.request({ method: 'eth_getTransactionByHash', params: [txHash] })) !== null
}

async function withTimes(
  chain: PublicClient,
  found: readonly FoundLog[],
  known: readonly BlockRef[],
): Promise<RawLog[]> {
  const times = await blockTimes(chain, found, known)
  return found.map(({ transactionHash, blockTimestamp: _, removed: __, ...log }) => ({
    ...log,
    txHash: transactionHash,
    blockTimeS: times.get(log.blockNumber) ?? 0,
  }))
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

/** Endpoints take at most this many calls at once. */
const headersAtOnce = 40

async function blockTimes(
  chain: PublicClient,
  logs: readonly FoundLog[],
  known: readonly BlockRef[],
): Promise<Map<number, number>> {
  const times = new Map(known.map((block) => [block.number, block.timeS]))
  for (const log of logs) if (typeof log.blockTimestamp === 'number') times.set(log.blockNumber, log.blockTimestamp)
  const missing = [...new Set(logs.map((log) => log.blockNumber).filter((block) => !times.has(block)))]
  for (let at = 0; at < missing.length; at += headersAtOnce) {
    const headers = await Promise.all(missing.slice(at, at + headersAtOnce).map((block) => readHeader(chain, block)))
    for (const header of headers) {
      if (header === null) throw new MissingHeaderError()
      times.set(header.number, header.timeS)
    }
  }
  return times
}

/** An endpoint gave logs of blocks and does not know the blocks: it is behind another behind the same address. */
export class MissingHeaderError extends Error {
  override readonly name = 'MissingHeaderError'
}
