import { createClient, http, type Chain } from 'viem'
import { createConfig, createStorage, injected, type Config } from 'wagmi'
import { browserStorage } from './browserStorage.ts'

/** Wallet discovery and connection. The page reads the chain through its own client; wallets are for accounts and signing. */
export function createWagmiConfig(chain: Chain): Config {
  return createConfig({
    chains: [chain],
    client: ({ chain: known }) => createClient({ chain: known, transport: http(known.rpcUrls.default.http[0]) }),
    // For browsers whose wallet does not announce itself (EIP-6963); the list shows it only when nothing else is there.
    connectors: [injected()],
    multiInjectedProviderDiscovery: true,
    syncConnectedChain: false,
    storage: createStorage({
      storage: { getItem: browserStorage.read, setItem: browserStorage.write, removeItem: browserStorage.remove },
    }),
  })
}
