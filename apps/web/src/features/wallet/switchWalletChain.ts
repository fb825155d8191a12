import { classify } from '@parley/chain'
import { switchChain } from '../../flows/switchChain.ts'
import type { Messages } from '../../messages/generalMessages.ts'
import { say } from '../../messages/say.ts'
import { chainOf } from '../../session/chainOf.ts'
import type { Session } from '../../session/Session.ts'
import { currentWallet } from '../../session/walletConnection.ts'
import { walletTrouble } from './walletTrouble.ts'

/** Switches the wallet to our chain. Reports failures; resolves to whether it succeeded. */
export async function switchWalletChain(session: Session, messages: Messages): Promise<boolean> {
  const wallet = await currentWallet(session.wagmi)
  if (!wallet) return false
  try {
    walletTrouble.setState({ problem: null })
    if (await switchChain(wallet.provider, chainOf(session.config))) return true
  } catch (error) {
    const { kind } = classify(error)
    if (kind === 'requestPending') walletTrouble.setState({ problem: 'request-pending' })
  }
  const { chainName } = session.config
  session.notices.announce(say(messages, 'switchFailed', { chainName }))
  return false
}
