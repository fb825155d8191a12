import type { Address, OfferId } from '@parley/domain'
import { concat, getContractAddress, hexToNumber, numberToHex } from 'viem'

const numberBytes = 12

/** The id of an escrow's n-th offer: the address of its n-th creation, and the number (decision B2). */
export function offerIdOf(escrow: Address, number: number): OfferId {
  const terms = getContractAddress({ from: escrow, nonce: BigInt(number) })
  const id = concat([terms, numberToHex(number, { size: numberBytes })])
  return `0x${id.slice(2).toLowerCase()}`
}

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
