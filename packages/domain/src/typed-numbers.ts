import { parseEther } from 'viem/utils'

/**
 * An amount of coin that a person typed, in wei: plain decimals only, at most 18 behind the point. No sign, exponent, comma or
 * unit, so that nothing can be read in two ways.
 *
 * @returns null for anything else.
 *
 * @example parseCoin('0.025') // 25_000_000_000_000_000n
 */
export function parseCoin(text: string): bigint | null {
  const trimmed = text.trim()
  return /^[0-9]{1,12}(\.[0-9]{1,18})?$/.test(trimmed) ? parseEther(trimmed) : null
}

/** A token id that a person typed: decimal digits up to 2^256 − 1. @returns null for anything else. */
export function parseTokenId(text: string): bigint | null {
  const trimmed = text.trim()
  if (!/^[0-9]{1,78}$/.test(trimmed)) return null
  const tokenId = BigInt(trimmed)
  return tokenId < 2n ** 256n ? tokenId : null
}
