import { bytesToHex, keccak256, type Hex } from 'viem'

/** The bloom filter of a header: three bits of 2048 for every address and topic of its logs. */
export function bloomOf(items: readonly Hex[]): Hex {
  const bytes = new Uint8Array(256)
  for (const item of items) {
    const hash = keccak256(item, 'bytes')
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047
      const index = 255 - (bit >> 3)
      bytes[index] = (bytes[index] ?? 0) | (1 << (bit & 7))
    }
  }
  return bytesToHex(bytes)
}
