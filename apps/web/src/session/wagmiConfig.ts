import { createClient, custom, type Chain, type Client } from 'viem'
import { createConfig, createStorage, injected, type Config } from 'wagmi'
import { browserStorage } from './browserStorage.ts'

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
