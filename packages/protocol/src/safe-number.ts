/** A token id as a number; null above 2^53 − 1, where numbers are no longer exact (decision A3). */
export function safeNumber(tokenId: bigint): number | null {
  return tokenId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(tokenId) : null
}
