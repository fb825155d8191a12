import { sameAddress, type Address } from '@parley/domain'
import { keccak256, type Hex, type Transaction } from 'viem'
import type { ContractCall } from './ContractCall.ts'

/** What tells one call from another without carrying its whole data. */
export interface CallMark {
  readonly to: Address
  readonly valueWei: bigint
  /** keccak256 of the call's data. */
  readonly inputHash: Hex
}

/** A transaction as the network knew it: its nonce is what another one takes from it. */
export interface SentTransaction extends CallMark {
  readonly from: Address
  readonly nonce: number
}

export function markOf({ to, data, valueWei }: ContractCall): CallMark {
  return { to, valueWei, inputHash: keccak256(data) }
}

/** Null for a deployment, which is none of our calls. */
export function sentOf({ from, nonce, to, value, input }: Transaction): SentTransaction | null {
  return to === null ? null : { from, nonce, to, valueWei: value, inputHash: keccak256(input) }
}

/** Whether a transaction makes a certain call, whatever its price. */
export function makesCall({ to, value, input }: Transaction, mark: CallMark): boolean {
  return to !== null && sameAddress(to, mark.to) && value === mark.valueWei && keccak256(input) === mark.inputHash
}
