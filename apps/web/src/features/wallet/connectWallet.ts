import { classify } from '@parley/chain'
import { switchChain } from '../../actions/switchChain.ts'
import { type Messages } from '../../text/catalogue.ts'
import { renderMessage } from '../../text/message.ts'
import type { Session } from '../../services/Session.ts'
import { chosenWallet, leaveChosenWallet, unlockChosen } from '../../services/chosenWallet.ts'
import { toViemChain, currentWallet } from '../../services/walletConnection.ts'
import { connect, getConnection } from 'wagmi/actions'
import { createStore } from 'zustand/vanilla'

/** Connects the chosen wallet. Says what went wrong; resolves to whether it worked. */
export async function connectWallet(
  { wagmi, notices }: Session,
  messages: Messages,
  walletId: string,
): Promise<boolean> {
  const connector = wagmi.connectors.find((candidate) => candidate.id === walletId)
  if (!connector) {
    notices.announce(renderMessage(messages, 'noWalletFound'))
    return false
  }
  try {
    // A wallet that was locked is asked to unlock, not for the permission that it gave.
    if (connector.type === 'injected' && walletId === chosenWallet(wagmi)) await unlockChosen(wagmi, connector)
    if (getConnection(wagmi).status !== 'connected') await connect(wagmi, { connector })
    walletTrouble.setState({ problem: null })
    return true
  } catch (error) {
    // A silent reconnect was faster than the click: already connected.
    if (getConnection(wagmi).connector?.id === walletId) return true
    const failure = classify(error)
    if (failure.kind === 'requestPending') walletTrouble.setState({ problem: 'request-pending' })
    if (failure.kind === 'locked') walletTrouble.setState({ problem: 'locked' })
    const tone = failure.kind === 'rejected' ? 'plain' : 'failure'
    notices.announce({ ...renderMessage(messages, 'connectionFailed'), tone, ...detailOf(failure.kind, messages) })
    return false
  }
}

function detailOf(kind: ReturnType<typeof classify>['kind'], messages: Messages): { detail?: string } {
  if (kind === 'requestPending') return { detail: messages.requestPending }
  if (kind === 'locked') return { detail: messages.walletLocked }
  if (kind === 'rejected') return { detail: messages.connectRejected }
  return {}
}

/** Disconnects. The wallet keeps its permission, but the page doesn't use it until the user reconnects. */
export async function disconnectWallet({ wagmi }: Session): Promise<void> {
  walletTrouble.setState({ problem: null })
  await leaveChosenWallet(wagmi)
}

/** Switches the wallet to our chain. Reports failures; resolves to whether it succeeded. */
export async function switchWalletChain(session: Session, messages: Messages): Promise<boolean> {
  const wallet = await currentWallet(session.wagmi)
  if (!wallet) return false
  try {
    walletTrouble.setState({ problem: null })
    if (await switchChain(wallet.provider, toViemChain(session.config))) return true
  } catch (error) {
    const { kind } = classify(error)
    if (kind === 'requestPending') walletTrouble.setState({ problem: 'request-pending' })
  }
  const { chainName } = session.config
  session.notices.announce(renderMessage(messages, 'switchFailed', { chainName }))
  return false
}

/** What the last request told of the wallet itself; forgotten by the next one that goes through. */
export const walletTrouble = createStore<{ readonly problem: 'locked' | 'request-pending' | null }>(() => ({
  problem: null,
}))
