/** `0x1234…cdef`, of an address or an offer's id. */
export function shortAddress(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`
}

/** Some token ids have 78 digits. */
export function shortId(tokenId: bigint): string {
  const text = String(tokenId)
  return text.length > 12 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** A moment for readers whose time zone is not known. @param atS unix seconds. */
export function utcText(atS: number): string {
  return `${day.format(atS * 1000)}, ${minute.format(atS * 1000)} UTC`
}
