import type { Address } from './address.ts'

/** Characters that people compare at each end of an address, after its '0x'. */
export const comparedCharacters = 4

/**
 * Whether two different addresses share their first and last four characters.
 *
 * People compare only those. Scammers make such an address in seconds, send from it and wait until it is copied (decision I5).
 */
export function looksAlike(one: string, other: string): boolean {
  const [a, b] = [bodyOf(one), bodyOf(other)]
  return a !== b && a.length === b.length && endsOf(one) === endsOf(other)
}

/** The characters that people compare, to index addresses by. */
export function endsOf(address: string): string {
  const body = bodyOf(address)
  return `${body.slice(0, comparedCharacters)} ${body.slice(-comparedCharacters)}`
}

/** The first known address that another one could be mistaken for; null for none. */
export function findLookAlike(address: Address, known: Iterable<Address>): Address | null {
  for (const one of known) if (looksAlike(address, one)) return one
  return null
}

export interface AddressPart {
  readonly text: string
  readonly differs: boolean
}

/** An address in parts that are equal to another address, or differ from it. Ignores case, which is only a checksum. */
export function differingParts(address: string, other: string): readonly AddressPart[] {
  const parts: { text: string; differs: boolean }[] = []
  for (let at = 0; at < address.length; at += 1) {
    const text = address.charAt(at)
    const differs = text.toLowerCase() !== other.charAt(at).toLowerCase()
    const last = parts.at(-1)
    if (last?.differs === differs) last.text += text
    else parts.push({ text, differs })
  }
  return parts
}

function bodyOf(address: string): string {
  return address.toLowerCase().replace(/^0x/, '')
}
