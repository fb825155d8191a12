import type { Address } from '@parley/domain'

/** The little of EIP-1193 that sending takes. */
export interface WalletProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** A connected wallet, as flows use it. */
export interface WalletConnection {
  readonly address: Address
  readonly provider: WalletProvider
}
