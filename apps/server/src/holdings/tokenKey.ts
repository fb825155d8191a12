/** A token id in the database: 64 hex digits, which sort like the number. */
export function tokenKey(tokenId: bigint): string {
  return tokenId.toString(16).padStart(64, '0')
}

export function tokenIdOf(key: string): bigint {
  return BigInt(`0x${key}`)
}
