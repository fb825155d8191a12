import type { WalletConnection, WalletProvider } from '@parley/chain'
import type { PageDeployment } from '@parley/protocol'
import { type Chain, defineChain } from 'viem'
import type { Config } from 'wagmi'
import { getConnection } from 'wagmi/actions'

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
