/** A token id as a number, null above 2^53 − 1, where numbers can no longer tell ids apart (decision A3). */
export function safeNumber(tokenId: bigint): number | null {
  return tokenId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(tokenId) : null
}
