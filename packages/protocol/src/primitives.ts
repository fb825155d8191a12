import { parseAddress, type Address } from '@parley/domain'
import { z } from './zod.ts'

/** An address in any case; what comes out is checksummed. */
export const addressSchema = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text)
  if ('address' in parsed) return parsed.address
  context.addIssue({ code: 'custom', message: `not an address (${parsed.problem})` })
  return z.NEVER
})

export const hash32Schema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'not 32 bytes in hex')
  .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)

/** A token id or an amount: decimal digits, up to 2^256 − 1. */
export const uint256Schema = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, { error: 'not a decimal number', abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n, 'over 2^256 − 1')

/** Unix seconds as a string (decision A3). */
export const unixSecondsSchema = z.string().regex(/^[0-9]{1,12}$/, 'not unix seconds')

export const isoTimeSchema = z.iso.datetime()
