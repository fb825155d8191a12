import type { Address } from '@parley/domain'

/** A wallet that announced itself to the page (EIP-6963). */
export interface AnnouncedWallet {
  readonly id: string
  readonly name: string
  readonly iconUrl: string | null
}

/**
 * What keeps a connected wallet from sending.
 * - `wrong-chain`: another chain id; `switchChain` helps.
 * - `other-network`: the right chain id, but not the network that the escrow stands on (decision C7).
 * - `locked`: the wallet has to be unlocked first.
 * - `request-pending`: the wallet waits for an answer to an earlier request.
 */
export type WalletProblem = 'wrong-chain' | 'other-network' | 'locked' | 'request-pending'

export interface Wallet {
  /** `connecting` also while a remembered wallet is being reconnected silently. */
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** Whether a silent reconnect is still under way: nothing is decided before (decision S10). */
  readonly settled: boolean
  readonly address: Address | null
  /** Name of the connected wallet. */
  readonly name: string | null
  readonly balanceWei: bigint | null
  readonly chainId: number | null
  readonly wallets: readonly AnnouncedWallet[]
  readonly problem: WalletProblem | null
  /** Shows what went wrong by itself; resolves to whether it worked. */
  connect(walletId: string): Promise<boolean>
  disconnect(): Promise<void>
  switchChain(): Promise<boolean>
}

export function useWallet(): Wallet {
  return {
    status: 'disconnected',
    settled: true,
    address: null,
    name: null,
    balanceWei: null,
    chainId: null,
    wallets: [],
    problem: null,
    connect: async () => false,
    disconnect: async () => undefined,
    switchChain: async () => false,
  }
}
