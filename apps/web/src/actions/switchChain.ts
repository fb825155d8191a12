import { classify, type WalletProvider } from '@parley/chain'
import { numberToHex, type Chain } from 'viem'

/**
 * Asks a wallet to switch chains, adding the chain if unknown. Then reads the chain id back: some wallets answer before
 * they switch, or add without switching.
 *
 * @returns whether the wallet is on the chain now. Rejects with the wallet's error if it refuses or is busy.
 */
export async function switchChain(provider: WalletProvider, chain: Chain): Promise<boolean> {
  const chainId = numberToHex(chain.id)
  const switchTo = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await switchTo()
  } catch (error) {
    // Some wallets answer -32603 for an unknown chain. Anything but a refusal or a busy wallet may mean that.
    const { kind } = classify(error)
    if (kind !== 'chainMissing' && kind !== 'unknown') throw error
    await provider.request({ method: 'wallet_addEthereumChain', params: [additionOf(chain)] })
    await switchTo()
  }
  return Number(await provider.request({ method: 'eth_chainId' })) === chain.id
}

function additionOf({ id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain): object {
  return {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    ...(blockExplorers ? { blockExplorerUrls: [blockExplorers.default.url] } : {}),
  }
}
