import type { Address, OfferId } from '@parley/domain'
import { concat, getContractAddress, numberToHex } from 'viem'

const numberBytes = 12

/** The id that follows from an offer's number: the address of the escrow's so-many-th creation, and the number (decision B2). */
export function offerIdOf(escrow: Address, number: number): OfferId {
  const terms = getContractAddress({ from: escrow, nonce: BigInt(number) })
  const id = concat([terms, numberToHex(number, { size: numberBytes })])
  return `0x${id.slice(2).toLowerCase()}`
}
