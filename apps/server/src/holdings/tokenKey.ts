/** A token id as the database holds it: 64 hex digits, which sort as the numbers do. */
export function tokenKey(tokenId: bigint): string {
  return tokenId.toString(16).padStart(64, '0')
}

export function tokenIdOf(key: string): bigint {
  return BigInt(`0x${key}`)
}
