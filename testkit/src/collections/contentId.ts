import { createHash } from 'node:crypto'
import type { CollectionKey } from '../art/drawToken.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** CID version 1, a folder (dag-pb), then a SHA-256 hash of 32 bytes. */
const header = [0x01, 0x70, 0x12, 0x20]

/** An IPFS content id for a collection's folder: well-formed, but derived from its key. */
export function contentId(key: CollectionKey): string {
  const bytes = [...header, ...createHash('sha256').update(key).digest()]
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  return `b${letters.map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}`
}
