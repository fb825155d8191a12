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

/** The little of EIP-1193 that sending takes. */
export interface WalletProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** A connected wallet, as flows use it. */
export interface WalletConnection {
  readonly address: Address
  readonly provider: WalletProvider
}
