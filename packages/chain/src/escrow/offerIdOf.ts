import type { Address, OfferId } from '@parley/domain'
import { concat, getContractAddress, numberToHex } from 'viem'

const numberBytes = 12

/** Derives an id from an offer's number: the address of the escrow's n-th creation, and the number (decision E2). */
export function offerIdOf(escrow: Address, number: number): OfferId {
  const terms = getContractAddress({ from: escrow, nonce: BigInt(number) })
  const id = concat([terms, numberToHex(number, { size: numberBytes })])
  return `0x${id.slice(2).toLowerCase()}`
}
