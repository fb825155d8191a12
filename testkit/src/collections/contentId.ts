import { createHash } from 'node:crypto'
import type { CollectionKey } from '../art/drawToken.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** Version 1, a folder (dag-pb), and the hash that follows is SHA-256 of 32 bytes. */
const header = [0x01, 0x70, 0x12, 0x20]

/** The IPFS content id of a collection's folder: a well-formed one, though what it names is only a key. */
export function contentId(key: CollectionKey): string {
  const bytes = [...header, ...createHash('sha256').update(key).digest()]
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  return `b${letters.map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}`
}
