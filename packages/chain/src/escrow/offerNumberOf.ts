import type { OfferId } from '@parley/domain'
import { hexToNumber } from 'viem'

const numberDigits = 8
const addressDigits = 40

/**
 * Which of its escrow's offers an id names, 1 for the first: its last four bytes (decision B2). Null where the id has not the form
 * of an escrow's.
 */
export function offerNumberOf(id: OfferId): number | null {
  const digits = id.slice(2)
  if (!/^0+$/.test(digits.slice(addressDigits, -numberDigits))) return null
  return hexToNumber(`0x${digits.slice(-numberDigits)}`)
}
