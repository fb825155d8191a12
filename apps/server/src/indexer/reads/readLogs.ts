import { BaseError, type Hex, hexToBytes, keccak256, numberToHex, type PublicClient, RpcRequestError } from 'viem'
import { z } from 'zod'
import type { BlockRef, RawLog } from '../logConsumer.ts'
import {
  type Anchor,
  assertSameFork,
  type FoundLog,
  foundLogSchema,
  type Header,
  MissingHeaderError,
  readHeader,
} from './rpcBlocks.ts'
import { mapYielding } from '../../lib/async.ts'

interface LogFilter {
  readonly addresses: readonly `0x${string}`[]
  /** Values of `topics[0]`. */
  readonly topics: readonly `0x${string}`[]
  /** Values of `topics[1]`; any if omitted. */
  readonly firstArguments?: readonly `0x${string}`[]
  readonly fromBlock: number
  readonly toBlock: number
}

/**
 * Reads event logs of an inclusive block range, in chain order.
 *
 * The answering chain must also contain the blocks in `anchors`, so that no log comes from another fork. An address may hide
 * several nodes, and one that lags omits logs it doesn't have. So the same request asks for the last block, and in a short
 * range for every block; logs that a header indicates but the list lacks are taken from the block's receipts.
 *
 * @throws {MissingHeaderError} if a header is missing.
 * @throws {ForkMismatchError}
 */
export async function readLogs(
  chain: PublicClient,
  filter: LogFilter,
  anchors: readonly Anchor[] = [],
): Promise<RawLog[]> {
  return (await readRange(chain, filter, anchors)).logs
}

/** Like {@link readLogs}, plus the last block's hash. */
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
  // Calls of one tick travel in one batch, so one node answers them all.
  const [answer, ...answered] = await Promise.all([
    asked,
    ...blocksToShow(filter, anchors).map((block) => readHeader(chain, block)),
  ])
  const headers = answered.filter((header) => header !== null)
  if (headers.length < answered.length) throw new MissingHeaderError()
  const given = await mapYielding(z.array(z.unknown()).parse(answer), (log) => foundLogSchema.parse(log))
  const found = given.filter((log) => !log.removed && isWithin(log, filter))
  assertSameFork(headers, [
    ...anchors,
    ...found.map(({ blockNumber, blockHash }) => ({ number: blockNumber, hash: blockHash })),
  ])
  const whole = [...found, ...(await readMissedLogs(chain, filter, headers, found))]
  const logs = await withTimes(chain, inOrder(withoutRepeats(whole)), headers)
  return { logs, endHash: headers.find(({ number }) => number === filter.toBlock)?.hash ?? '0x' }
}

/** Covers normal following and a quarter of an hour's absence. Beyond that, headers would cost more than the logs. */
export const maxCheckedBlocks = 512

/** Whether a range's logs are verified against every block header. */
export function isChecked({ fromBlock, toBlock }: Pick<LogFilter, 'fromBlock' | 'toBlock'>): boolean {
  return toBlock - fromBlock < maxCheckedBlocks
}

function blocksToShow({ fromBlock, toBlock }: LogFilter, anchors: readonly Anchor[]): number[] {
  const shown = isChecked({ fromBlock, toBlock })
    ? Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index)
    : [toBlock]
  return [...new Set([...shown, ...anchors.map(({ number }) => number)])]
}

/** Logs indicated by headers but missing from the list. */
async function readMissedLogs(
  chain: PublicClient,
  filter: LogFilter,
  headers: readonly Header[],
  found: readonly FoundLog[],
): Promise<FoundLog[]> {
  // Bloom filters can't tell which argument an event has.
  if (filter.firstArguments) return []
  const within = headers.filter(({ number }) => number >= filter.fromBlock && number <= filter.toBlock)
  const suspects = findBlocksMissingLogs(within, filter, found)
  const receipts = await Promise.all(suspects.map((block) => readBlockLogs(chain, block)))
  const wanted = new Set<string>(filter.topics)
  return receipts
    .flat()
    .filter(({ address, topics: [topic] }) => filter.addresses.includes(address) && topic && wanted.has(topic))
}

/** An endpoint that returns more than requested must not move the index past its checkpoint. */
function isWithin(log: FoundLog, { fromBlock, toBlock }: LogFilter): boolean {
  return log.blockNumber >= fromBlock && log.blockNumber <= toBlock
}

function withoutRepeats(logs: readonly FoundLog[]): FoundLog[] {
  return [...new Map(logs.map((log) => [`${log.blockNumber}/${log.logIndex}`, log])).values()]
}

function inOrder(logs: readonly FoundLog[]): FoundLog[] {
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

/** Adds block times to logs: from the log, a `known` header, or a request. @throws {MissingHeaderError} */
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

/** Calls per batch accepted by endpoints. */
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

interface BlockToCheck {
  readonly number: number
  /** 256 bytes; undefined if the endpoint omits it. */
  readonly logsBloom?: Hex | undefined
}

interface Wanted {
  readonly addresses: readonly Hex[]
  /** Values of `topics[0]`. */
  readonly topics: readonly Hex[]
}

/**
 * Finds blocks whose bloom filter indicates matching events although no such log was returned.
 *
 * This happens when an endpoint's log index lags behind its blocks. A bloom filter has false positives but no false
 * negatives. Pure.
 */
function findBlocksMissingLogs(
  blocks: readonly BlockToCheck[],
  { addresses, topics }: Wanted,
  logs: readonly { readonly blockNumber: number; readonly address: string }[],
): number[] {
  const given = new Set(logs.map((log) => `${log.blockNumber}/${log.address.toLowerCase()}`))
  return blocks
    .filter(({ number, logsBloom }) => {
      if (logsBloom === undefined || hasNothing(logsBloom)) return false
      const bloom = hexToBytes(logsBloom)
      const silent = addresses.some(
        (address) => !given.has(`${number}/${address.toLowerCase()}`) && mayHold(bloom, address),
      )
      return silent && topics.some((topic) => mayHold(bloom, topic))
    })
    .map(({ number }) => number)
}

function hasNothing(bloom: Hex): boolean {
  return /^0x0*$/.test(bloom)
}

function mayHold(bloom: Uint8Array, item: Hex): boolean {
  return bitsOf(item).every((bit) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0)
}

/** Bits per address and topic: a few dozen of escrows, collections and events. */
const bitsByItem = new Map<Hex, readonly number[]>()
const maxItems = 1_000

/** The three bits of 2048 that a bloom filter sets for each address and topic. */
function bitsOf(item: Hex): readonly number[] {
  const known = bitsByItem.get(item)
  if (known) return known
  const hash = keccak256(item, 'bytes')
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
  if (bitsByItem.size >= maxItems) bitsByItem.clear()
  bitsByItem.set(item, bits)
  return bits
}

const blockReceiptsSchema = z.array(z.object({ logs: z.array(foundLogSchema) }))

/** All logs of a block; none if the endpoint doesn't support block receipts. @throws {MissingHeaderError} */
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

const receiptSchema = z.object({ logs: z.array(foundLogSchema) })

/** The logs of a mined transaction; null if pending or failed. */
export async function readReceiptLogs(chain: PublicClient, txHash: `0x${string}`): Promise<RawLog[] | null> {
  const answer = await chain.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
  return answer === null ? null : withTimes(chain, receiptSchema.parse(answer).logs, [])
}

/** Whether the endpoints know a transaction, mined or pending. */
export async function isKnownTransaction(chain: PublicClient, txHash: `0x${string}`): Promise<boolean> {
  return (await chain.request({ method: 'eth_getTransactionByHash', params: [txHash] })) !== null
}
