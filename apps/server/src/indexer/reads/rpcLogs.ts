import type { Address } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import { hexToNumber } from 'viem'
import { z } from 'zod'

/** Hex bytes in JSON-RPC. */
export const hex = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value),
  'not hex',
)

/** A JSON-RPC quantity; all of ours stay far below 2^53. */
export const quantity = hex.transform((text) => hexToNumber(text))

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
