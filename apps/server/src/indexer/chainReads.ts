import { addressSchema } from '@parley/protocol'
import { hexToNumber, numberToHex, type PublicClient } from 'viem'
import { z } from 'zod'
import type { BlockRef, RawLog } from './logConsumer.ts'

/** A block header as the indexer needs it. */
export interface Header extends BlockRef {
  readonly parentHash: `0x${string}`
}

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value), 'not hex')
const quantity = hex.transform((text) => hexToNumber(text))

const headerSchema = z
  .object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity })
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
 * Event logs of a range of blocks, both ends included, in the order of the chain. `known` are headers that need not be
 * asked for again.
 *
 * Behind one address there can be several nodes, and one that has not come to the end of the range yet answers without the
 * logs it does not have. So it has to show the last block in the same request.
 *
 * @throws {MissingHeaderError} where it cannot.
 */
export async function readLogs(
  chain: PublicClient,
  filter: LogFilter,
  known: readonly BlockRef[] = [],
): Promise<RawLog[]> {
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
  // Calls of one turn travel together, so both answers are of one node.
  const [answer, last] = await Promise.all([asked, readHeader(chain, filter.toBlock)])
  if (last === null) throw new MissingHeaderError()
  const found = z
    .array(logSchema)
    .parse(answer)
    .filter((log) => !log.removed && isWithin(log, filter))
  return withTimes(chain, inOrder(withoutRepeats(found)), [...known, last])
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
