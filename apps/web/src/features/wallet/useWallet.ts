import type { Address } from '@parley/domain'
import { useCallback, useSyncExternalStore } from 'react'
import type { Connector } from 'wagmi'
import { connectWallet, disconnectWallet, switchWalletChain, walletTrouble } from './connectWallet.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useConnection } from '../../services/walletConnection.ts'
import { getConnectors, watchConnectors } from 'wagmi/actions'
import { readBalance, isSameNetwork } from '@parley/chain'
import { skipToken, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import { useStore, create } from 'zustand'
import { currentWallet } from '../../services/walletConnection.ts'

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

/** The account's balance in wei; null while unknown. */
export function useBalance(address: Address | null): bigint | null {
  const { chain } = useSession()
  const { data = null } = useQuery({
    queryKey: address ? queryKeys.balance(address) : ['balance', null],
    queryFn: address ? () => readBalance(chain, address) : skipToken,
  })
  return data
}

/**
 * Why a connected wallet can't send.
 * - `wrong-chain`: another chain id; `switchChain` helps.
 * - `other-network`: the right chain id, but a network without our escrow (decision C7).
 * - `locked`: the wallet must be unlocked first.
 * - `request-pending`: the wallet waits for an answer to an earlier request.
 */
export type WalletProblem = 'wrong-chain' | 'other-network' | 'locked' | 'request-pending'

const askAgainMs = 3_000

export function useWalletProblem(): WalletProblem | null {
  const session = useSession()
  const connection = useConnection()
  const trouble = useStore(walletTrouble, (state) => state.problem)
  const connected = connection.status === 'connected'
  const onChain = connected && connection.chainId === session.config.chainId
  const { data: sameNetwork = true } = useQuery({
    queryKey: queryKeys.network(connected ? connection.connector.uid : '', connection.chainId ?? 0),
    queryFn: onChain ? () => readsOurEscrow(session) : skipToken,
    // The wallet may have been pointed elsewhere since: every look at it is a new one.
    staleTime: 0,
    gcTime: 0,
    // Wallets don't announce a switch to a network with the same id, so poll while it is wrong.
    refetchInterval: ({ state }) => (state.data === false ? askAgainMs : false),
  })
  if (trouble) return trouble
  if (!connected) return null
  if (!onChain) return 'wrong-chain'
  return sameNetwork ? null : 'other-network'
}

async function readsOurEscrow({ wagmi, config }: ReturnType<typeof useSession>): Promise<boolean> {
  const wallet = await currentWallet(wagmi)
  const [newest] = config.escrows
  if (!wallet || !newest) return true
  try {
    return await isSameNetwork(wallet.provider, newest)
  } catch {
    // A wallet that does not answer this says nothing about its network; flows ask again before they send.
    return true
  }
}

interface WalletListState {
  readonly open: boolean
  setOpen(open: boolean): void
}

/** Whether the list of wallets is on screen: several places open it. */
export const useWalletList = create<WalletListState>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}))
