/** `0x1234…cdef`, of an address or an offer's id. */
export function shortAddress(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`
}

/** Some token ids have 78 digits. @param keep how many digits to keep at either end of one with more than `most`. */
export function shortId(tokenId: bigint, { most, keep } = { most: 12, keep: [6, 4] }): string {
  const text = String(tokenId)
  const [first, last] = keep
  return text.length > most ? `${text.slice(0, first)}…${text.slice(-(last ?? 0))}` : text
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** A moment for readers whose time zone is not known. @param atS unix seconds. */
export function utcText(atS: number): string {
  return `${day.format(atS * 1000)}, ${minute.format(atS * 1000)} UTC`
}
