import type { Address } from '@parley/domain'
import { useCallback, useSyncExternalStore } from 'react'
import type { Connector } from 'wagmi'
import { connectWallet, disconnectWallet, switchWalletChain } from './connectWallet.ts'
import { useBalance } from './useBalance.ts'
import { useWalletProblem, type WalletProblem } from './useWalletProblem.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useConnection } from '../../services/walletConnection.ts'
import { getConnectors, watchConnectors } from 'wagmi/actions'

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

/** A wallet announced by EIP-6963, or the injected one. */
export interface AnnouncedWallet {
  readonly id: string
  readonly name: string
  readonly iconUrl: string | null
}

/** wagmi's id of the injected wallet. */
const injectedId = 'injected'

/** The wallets to list. The injected one is listed only if none announced itself. */
function announcedWallets(connectors: readonly Connector[]): readonly AnnouncedWallet[] {
  const announced = connectors.filter((connector) => connector.id !== injectedId)
  const shown = announced.length > 0 ? announced : hasInjected() ? connectors : []
  return shown.map(({ id, name, icon }) => ({ id, name, iconUrl: icon?.startsWith('data:image/') ? icon : null }))
}

function hasInjected(): boolean {
  return typeof window !== 'undefined' && 'ethereum' in window
}

/** Available wallets; updates as wallets announce themselves. */
function useConnectors(): readonly Connector[] {
  const { wagmi } = useSession()
  const watch = useCallback((onChange: () => void) => watchConnectors(wagmi, { onChange }), [wagmi])
  return useSyncExternalStore(watch, () => getConnectors(wagmi))
}
