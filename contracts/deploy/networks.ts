import { avalancheCollections, type Collection } from '@parley/domain'

/** A network that the escrow can be deployed to. */
export interface TargetNetwork {
  readonly name: 'avalanche' | 'fuji' | 'local'
  readonly chainId: number
  readonly rpcUrl: string
  /** Etherscan-compatible API for source verification, where there is one. */
  readonly explorerApiUrl?: string
  /** In `deployments`. The local chain has the id of the real one, so it goes by its name. */
  readonly file: string
  readonly collections: readonly Collection[]
}

/** The same address on every network. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

export const targetNetworks: readonly TargetNetwork[] = [
  {
    name: 'avalanche',
    chainId: 43_114,
    rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
    explorerApiUrl: 'https://api.routescan.io/v2/network/mainnet/evm/43114/etherscan/api',
    file: '43114.json',
    collections: avalancheCollections,
  },
  {
    name: 'fuji',
    chainId: 43_113,
    rpcUrl: 'https://api.avax-test.network/ext/bc/C/rpc',
    explorerApiUrl: 'https://api.routescan.io/v2/network/testnet/evm/43113/etherscan/api',
    file: '43113.json',
    collections: [],
  },
  { name: 'local', chainId: 43_114, rpcUrl: 'http://127.0.0.1:8545', file: 'local.json', collections: [] },
]
