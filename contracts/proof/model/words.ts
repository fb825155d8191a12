/** A value that fits one word: a number, an address, 32 bytes, a boolean. */
export type Word = bigint | boolean | `0x${string}`
export type Argument =
  | Word
  | readonly Word[]
  | { readonly bytes: `0x${string}` }
  | { readonly tuple: readonly Argument[] }

function word(value: Word): string {
  if (typeof value === 'string') return value.slice(2).toLowerCase().padStart(64, '0')
  return (typeof value === 'boolean' ? BigInt(value) : value).toString(16).padStart(64, '0')
}

function isList(value: Argument): value is readonly Word[] {
  return Array.isArray(value)
}

function tail(value: Exclude<Argument, Word>): string {
  if (isList(value)) return word(BigInt(value.length)) + value.map(word).join('')
  if ('tuple' in value) return encodeWords(value.tuple)
  const body = value.bytes.slice(2)
  return word(BigInt(body.length / 2)) + body.padEnd(Math.ceil(body.length / 64) * 64, '0')
}

/**
 * ABI encoding of words, lists of words, bytes, and tuples that hold a list, in hex without 0x. Faster than a
 * general encoder, since it runs millions of times; a test compares it with viem's.
 */
export function encodeWords(values: readonly Argument[]): string {
  const heads: string[] = []
  const tails: string[] = []
  let offset = values.length * 32
  for (const value of values) {
    if (isList(value) || typeof value === 'object') {
      const encoded = tail(value)
      heads.push(word(BigInt(offset)))
      tails.push(encoded)
      offset += encoded.length / 2
    } else {
      heads.push(word(value))
    }
  }
  return heads.join('') + tails.join('')
}
