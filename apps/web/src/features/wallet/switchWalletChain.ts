import { classify, type WalletProvider } from '@parley/chain'
import { numberToHex } from 'viem'
import type { Messages } from '../../messages/generalMessages.ts'
import { say } from '../../messages/say.ts'
import { chainOf } from '../../session/chainOf.ts'
import type { Session } from '../../session/Session.ts'
import { currentWallet } from '../../session/walletConnection.ts'
import { walletTrouble } from './walletTrouble.ts'

/**
 * Asks the wallet to switch to the product's chain, adding it where the wallet does not know it, and reads the chain id
 * back: some wallets answer before they switch, or add without switching.
 */
export async function switchWalletChain(session: Session, messages: Messages): Promise<boolean> {
  const wallet = await currentWallet(session.wagmi)
  if (!wallet) return false
  try {
    await switchOrAdd(wallet.provider, session)
    if (await standsOn(wallet.provider, session.config.chainId)) return true
  } catch (error) {
    const { kind } = classify(error)
    if (kind === 'requestPending') walletTrouble.setState({ problem: 'request-pending' })
    if (kind === 'rejected') {
      session.notices.announce({ ...say(messages, 'rejected'), tone: 'failure' })
      return false
    }
  }
  session.notices.announce({
    ...say(messages, 'switchFailed', { chainName: session.config.chainName }),
    tone: 'failure',
  })
  return false
}

async function switchOrAdd(provider: WalletProvider, { config }: Session): Promise<void> {
  const chainId = numberToHex(config.chainId)
  const switchTo = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await switchTo()
  } catch (error) {
    // Some wallets say -32603 for a chain that they do not know: whatever is not a plain no or a busy wallet may be that.
    const { kind } = classify(error)
    if (kind !== 'chainMissing' && kind !== 'unknown') throw error
    const { name, nativeCurrency, rpcUrls, blockExplorers } = chainOf(config)
    const explorers = blockExplorers ? { blockExplorerUrls: [blockExplorers.default.url] } : {}
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ chainId, chainName: name, nativeCurrency, rpcUrls: rpcUrls.default.http, ...explorers }],
    })
    await switchTo()
  }
}

async function standsOn(provider: WalletProvider, chainId: number): Promise<boolean> {
  return Number(await provider.request({ method: 'eth_chainId' })) === chainId
}
