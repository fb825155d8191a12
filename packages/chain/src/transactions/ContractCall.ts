import type { Address, GasRule } from '@parley/domain'
import type { Hex } from 'viem'

/** An unsent transaction: the call, its value, and the gas rule that applies. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
  readonly valueWei: bigint
  readonly gasRule: GasRule
  /** NFTs it touches; sizes the gas limit when estimating fails. */
  readonly nftCount: number
}

/** The part of EIP-1193 needed for sending. */
export interface WalletProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** A connected wallet. */
export interface WalletConnection {
  readonly address: Address
  readonly provider: WalletProvider
}
