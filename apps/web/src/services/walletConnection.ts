import type { WalletConnection, WalletProvider } from '@parley/chain'
import type { PageDeployment } from '@parley/protocol'
import { type Chain, type Client, createClient, custom, defineChain } from 'viem'
import { type Config, createConfig, createStorage, injected } from 'wagmi'
import { getConnection } from 'wagmi/actions'
import { browserStorage } from './browser.ts'

/** The connected wallet as flows use it, or null. A connector that lost its wallet gives a provider that always fails. */
export async function currentWallet(wagmi: Config): Promise<WalletConnection | null> {
  const connection = getConnection(wagmi)
  if (connection.status !== 'connected') return null
  const provider: unknown = await connection.connector.getProvider().catch(() => null)
  return { address: connection.address, provider: isProvider(provider) ? provider : goneProvider }
}

function isProvider(value: unknown): value is WalletProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

const goneProvider: WalletProvider = {
  request: () => Promise.reject(new Error('the wallet is gone')),
}

/** The chain's parameters for `wallet_addEthereumChain`. */
export function chainOf(config: PageDeployment): Chain {
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
