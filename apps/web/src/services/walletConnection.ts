import type { WalletConnection, WalletProvider } from '@parley/chain'
import type { PageDeployment } from '@parley/protocol'
import { type Chain, type Client, createClient, custom, defineChain } from 'viem'
import { type Config, createConfig, createStorage, injected } from 'wagmi'
import { getConnection, type GetConnectionReturnType, watchConnection } from 'wagmi/actions'
import { browserStorage } from './browser.ts'
import type { Address } from '@parley/domain'
import { useCallback, useSyncExternalStore } from 'react'
import { useSession } from './Session.ts'

/** The connected wallet as flows use it, or null. A connector that lost its wallet gives a provider that always fails. */
export async function currentWallet(wagmi: Config): Promise<WalletConnection | null> {
  const connection = getConnection(wagmi)
  if (connection.status !== 'connected') return null
  const provider: unknown = await connection.connector.getProvider().catch(() => null)
  return { address: connection.address, provider: isProvider(provider) ? provider : goneProvider }
}

export function isProvider(value: unknown): value is WalletProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

const goneProvider: WalletProvider = {
  request: () => Promise.reject(new Error('the wallet is gone')),
}

/** The chain's parameters for `wallet_addEthereumChain`. */
export function toViemChain(config: PageDeployment): Chain {
  const { chainId, chainName, nativeCurrency, rpcUrls, explorerUrl } = config
  return defineChain({
    id: chainId,
    name: chainName,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorerUrl === null ? {} : { blockExplorers: { default: { name: 'Explorer', url: explorerUrl } } }),
  })
}

/** Wallet discovery and connection. `reader`: the page's own way to the chain; wallets are for accounts and signing. */
export function createWagmiConfig(chain: Chain, reader: Pick<Client, 'request'>): Config {
  return createConfig({
    chains: [chain],
    client: ({ chain: known }) => createClient({ chain: known, transport: custom(reader) }),
    // For wallets without EIP-6963. The list shows it only if it is the only one.
    connectors: [injected()],
    multiInjectedProviderDiscovery: true,
    syncConnectedChain: false,
    storage: createStorage({
      storage: { getItem: browserStorage.read, setItem: browserStorage.write, removeItem: browserStorage.remove },
    }),
  })
}

/** Last result per configuration, so that an unchanged connection keeps its identity. */
const seen = new WeakMap<Config, GetConnectionReturnType>()

/** The wallet's connection as it is now. */
export function useConnection(): GetConnectionReturnType {
  const { wagmi } = useSession()
  const watch = useCallback((onChange: () => void) => watchConnection(wagmi, { onChange }), [wagmi])
  return useSyncExternalStore(watch, () => connectionOf(wagmi))
}

function connectionOf(wagmi: Config): GetConnectionReturnType {
  const before = seen.get(wagmi)
  const now = getConnection(wagmi)
  if (
    before?.status === now.status &&
    before.chainId === now.chainId &&
    before.connector?.uid === now.connector?.uid &&
    isSameList(before.addresses, now.addresses)
  )
    return before
  seen.set(wagmi, now)
  return now
}

function isSameList(before: readonly string[] | undefined, now: readonly string[] | undefined): boolean {
  return before?.length === now?.length && (now ?? []).every((address, at) => address === before?.[at])
}

/** The connected wallet's account, or null. Also null while a remembered wallet is being reconnected. */
export function useAccount(): Address | null {
  const connection = useConnection()
  return connection.status === 'connected' ? connection.address : null
}
