import type { Address } from '@parley/domain'
import { useSession } from '../../session/Session.ts'
import { useConnection } from '../../session/useConnection.ts'
import { useBalance } from './useBalance.ts'
import { useWalletProblem, type WalletProblem } from './useWalletProblem.ts'
import { announcedWallets, type AnnouncedWallet } from './announcedWallets.ts'
import { connectWallet } from './connectWallet.ts'
import { disconnectWallet } from './disconnectWallet.ts'
import { useConnectors } from './useConnectors.ts'
import { switchWalletChain } from './switchWalletChain.ts'
import { usePortal } from '../../session/Portal.ts'

export type { AnnouncedWallet } from './announcedWallets.ts'
export type { WalletProblem } from './useWalletProblem.ts'

export interface Wallet {
  /** `connecting` also while a remembered wallet is being reconnected silently. */
  readonly status: 'disconnected' | 'connecting' | 'connected'
  /** Whether a silent reconnect has ended: nothing is decided before (decision S10). */
  readonly settled: boolean
  readonly address: Address | null
  /** Name of the connected wallet. */
  readonly name: string | null
  readonly balanceWei: bigint | null
  readonly chainId: number | null
  readonly wallets: readonly AnnouncedWallet[]
  readonly problem: WalletProblem | null
  /** Reports its own failures. Resolves to whether it worked. */
  connect(walletId: string): Promise<boolean>
  disconnect(): Promise<void>
  switchChain(): Promise<boolean>
}

/** The visitor's wallet: which are there, which one is connected, and what keeps it from sending. */
export function useWallet(): Wallet {
  const session = useSession()
  const { messages } = usePortal()
  const connection = useConnection()
  const connectors = useConnectors()
  const address = connection.status === 'connected' ? connection.address : null
  const balanceWei = useBalance(address)
  const problem = useWalletProblem()
  const status = connection.status === 'reconnecting' ? 'connecting' : connection.status
  return {
    status,
    settled: status !== 'connecting',
    address,
    name: connection.connector?.name ?? null,
    balanceWei,
    chainId: connection.chainId ?? null,
    wallets: announcedWallets(connectors),
    problem,
    connect: (walletId) => connectWallet(session, messages, walletId),
    disconnect: () => disconnectWallet(session),
    switchChain: () => switchWalletChain(session, messages),
  }
}
