import { zeroAddress } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

/** A checksummed account or contract address. Inputs are parsed into this form at the edges. */
export type Address = `0x${string}`

export type AddressProblem = 'empty' | 'length' | 'characters' | 'checksum' | 'zero'

/**
 * Parses an address from user input or the wire.
 *
 * Accepts all lower case and all upper case; mixed case only with a valid EIP-55 checksum.
 *
 * @returns the checksummed address, or what is wrong with the text.
 */
export function parseAddress(text: string): { address: Address } | { problem: AddressProblem } {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty' }
  if (!/^0x[0-9a-fA-F]*$/.test(trimmed)) return { problem: 'characters' }
  if (trimmed.length !== 42) return { problem: 'length' }
  const body = trimmed.slice(2)
  const oneCase = body === body.toLowerCase() || body === body.toUpperCase()
  // A valid checksum is the address as it is: nothing has to be computed again.
  if (!oneCase) return isAddress(trimmed, { strict: true }) ? { address: trimmed } : { problem: 'checksum' }
  const address = getAddress(`0x${body.toLowerCase()}`)
  return address === zeroAddress ? { problem: 'zero' } : { address }
}

/** Whether two addresses are equal, ignoring case. */
export function sameAddress(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase()
}
