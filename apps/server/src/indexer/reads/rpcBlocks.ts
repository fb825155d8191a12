import type { Address } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import { hexToNumber, numberToHex, type PublicClient } from 'viem'
import { z } from 'zod'
import type { BlockRef } from '../logConsumer.ts'

/** Hex bytes in JSON-RPC. */
export const hex = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value),
  'not hex',
)

/** A JSON-RPC quantity; all of ours stay far below 2^53. */
const quantity = hex.transform((text) => hexToNumber(text))

/** The parts of a block header that the indexer uses. */
export interface Header extends BlockRef {
  readonly parentHash: `0x${string}`
  readonly logsBloom?: `0x${string}` | undefined
}

const headerSchema = z
  .object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity, logsBloom: hex.optional() })
  .transform(({ timestamp, ...rest }): Header => ({ ...rest, timeS: timestamp }))

/** The newest block known to the endpoints. */
export async function readHead(chain: PublicClient): Promise<Header> {
  return headerSchema.parse(await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }))
}

/** A block by number; null if it doesn't exist yet. */
export async function readHeader(chain: PublicClient, block: number): Promise<Header | null> {
  const found = await chain.request({ method: 'eth_getBlockByNumber', params: [numberToHex(block), false] })
  return found === null ? null : headerSchema.parse(found)
}

/** An endpoint returned logs of blocks it doesn't know: nodes behind one address differ. */
export class MissingHeaderError extends Error {
  override readonly name = 'MissingHeaderError'
}

/** A block known to the index. */
export type Anchor = Pick<BlockRef, 'number' | 'hash'>

/**
 * Asserts that everything in a read belongs to one fork, since endpoints can temporarily be on two.
 *
 * Checks that headers are consecutive and match known blocks and the blocks named by logs.
 *
 * @throws {ForkMismatchError}
 */
export function assertSameFork(headers: readonly Header[], others: readonly Anchor[]): void {
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  for (const { number, parentHash } of headers) {
    const parent = byNumber.get(number - 1)
    if (parent && parent.hash !== parentHash) throw new ForkMismatchError()
  }
  for (const { number, hash } of others) {
    const header = byNumber.get(number)
    if (header && header.hash !== hash) throw new ForkMismatchError()
  }
}

/** Asserts that a batch was answered from the index's own fork. @throws {ForkMismatchError} */
export async function assertOnFork(chain: PublicClient, anchors: readonly Anchor[]): Promise<void> {
  const headers = await Promise.all(anchors.map(({ number }) => readHeader(chain, number)))
  if (headers.includes(null)) throw new MissingHeaderError()
  assertSameFork(
    headers.filter((header) => header !== null),
    anchors,
  )
}

/** Answers mix two forks and must be requested again. */
export class ForkMismatchError extends Error {
  override readonly name = 'ForkMismatchError'
  readonly code = 'mixedBranches'
}

/** Logs come from a few dozen escrows and collections. */
const maxKnown = 1_000
const known = new LRUCache<string, Address>({ max: maxKnown })

/** Parses a log's address with a cache, since nearly every log has one of a few. */
const logAddressSchema = z.string().transform((text, context): Address => {
  const already = known.get(text)
  if (already) return already
  const read = addressSchema.safeParse(text)
  if (!read.success) {
    context.addIssue('not an address')
    return z.NEVER
  }
  known.set(text, read.data)
  return read.data
})

/** A log as returned by endpoints. */
export const foundLogSchema = z.object({
  address: logAddressSchema,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  /** Newer nodes include the block time; for others the header is requested. */
  blockTimestamp: quantity.nullish(),
  transactionHash: hex,
  logIndex: quantity,
  removed: z.boolean().optional(),
})

export type FoundLog = z.output<typeof foundLogSchema>
