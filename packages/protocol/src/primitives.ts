import { type Address, parseAddress } from '@parley/domain'
import { config, z } from 'zod/mini'

// Browsers run the page under a policy that forbids making code from text. zod would try once and be reported for it.
if ('document' in globalThis) config({ jitless: true })

/** The small half of zod, since every connected page loads it. Error texts come from the server's full zod. */
export { z }

/** Accepts an address in any case and returns it checksummed. */
export const addressSchema = z.pipe(
  z.string(),
  z.transform((text: string, context): Address => {
    const parsed = parseAddress(text)
    if ('address' in parsed) return parsed.address
    context.issues.push({ code: 'custom', message: `not an address (${parsed.problem})`, input: text })
    return z.NEVER
  }),
)

export const hash32Schema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'not 32 bytes in hex')),
  z.transform((text: string): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
)

/** A token id or an amount: decimal digits, up to 2^256 − 1. */
export const uint256Schema = z.string().check(
  z.regex(/^(0|[1-9][0-9]{0,77})$/, { error: 'not a decimal number', abort: true }),
  z.refine((text) => BigInt(text) < 2n ** 256n, 'over 2^256 − 1'),
)

/** Unix seconds as a string (decision A3). */
export const unixSecondsSchema = z.string().check(z.regex(/^[0-9]{1,12}$/, 'not unix seconds'))

export const isoTimeSchema = z.iso.datetime()

/** A token id as a number; null above 2^53 − 1, where numbers are no longer exact (decision A3). */
export function safeNumber(tokenId: bigint): number | null {
  return tokenId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(tokenId) : null
}

/** Unix seconds as the API writes times. Inverse of `unixSeconds`. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Control, invisible and direction-changing characters, with which a text could pass for another. */
export const unseenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** Trimmed, in NFC, each run of white space one space. */
export function tidyText(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
}
