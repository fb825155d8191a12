import type { Address, GasRule } from '@parley/domain'
import type { Hex } from 'viem'

/** A transaction that has not been sent: what to call, with how much coin, and which gas rule holds. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
  readonly valueWei: bigint
  readonly gasRule: GasRule
  /** NFTs that it touches, for gas when nobody can estimate. */
  readonly nftCount: number
}
