import { hexToNumber } from 'viem'
import { z } from 'zod'

/** Bytes as JSON-RPC writes them. */
export const hex = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value),
  'not hex',
)

/** A number as JSON-RPC writes it; here all of them stay far below 2^53. */
export const quantity = hex.transform((text) => hexToNumber(text))
