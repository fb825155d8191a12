import { parseEther } from 'viem/utils'

/**
 * Parses a typed AVAX amount to wei: plain decimals with up to 18 decimal places.
 *
 * No sign, exponent, comma or unit, so no input is ambiguous.
 *
 * @returns null for anything else.
 * @example parseCoin('0.025') // 25_000_000_000_000_000n
 */
export function parseCoin(text: string): bigint | null {
  const trimmed = text.trim()
  return /^[0-9]{1,12}(\.[0-9]{1,18})?$/.test(trimmed) ? parseEther(trimmed) : null
}

/** Parses a typed token id: decimal digits up to 2^256 − 1. @returns null for anything else. */
export function parseTokenId(text: string): bigint | null {
  const trimmed = text.trim()
  if (!/^[0-9]{1,78}$/.test(trimmed)) return null
  const tokenId = BigInt(trimmed)
  return tokenId < 2n ** 256n ? tokenId : null
}
