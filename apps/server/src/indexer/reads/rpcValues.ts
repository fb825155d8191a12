import { hexToNumber } from 'viem'
import { z } from 'zod'

/** Hex bytes in JSON-RPC. */
export const hex = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value),
  'not hex',
)

/** A JSON-RPC quantity; all of ours stay far below 2^53. */
export const quantity = hex.transform((text) => hexToNumber(text))
