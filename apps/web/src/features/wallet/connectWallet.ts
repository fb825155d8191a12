import { classify } from '@parley/chain'
import { connect, getConnection } from 'wagmi/actions'
import type { Messages } from '../../messages/generalMessages.ts'
import { say } from '../../messages/say.ts'
import type { Session } from '../../session/Session.ts'
import { walletTrouble } from './walletTrouble.ts'

/** Connects the chosen wallet. Says what went wrong; resolves to whether it worked. */
export async function connectWallet(
  { wagmi, notices }: Session,
  messages: Messages,
  walletId: string,
): Promise<boolean> {
  const connector = wagmi.connectors.find((candidate) => candidate.id === walletId)
  if (!connector) {
    notices.announce(say(messages, 'noWalletFound'))
    return false
  }
  try {
    await connect(wagmi, { connector })
    walletTrouble.setState({ problem: null })
    return true
  } catch (error) {
    // A silent reconnect was faster than the click: already connected.
    if (getConnection(wagmi).connector?.id === walletId) return true
    const failure = classify(error)
    if (failure.kind === 'requestPending') walletTrouble.setState({ problem: 'request-pending' })
    if (failure.kind === 'locked') walletTrouble.setState({ problem: 'locked' })
    notices.announce({ ...say(messages, 'connectionFailed'), tone: 'failure', ...detailOf(failure.kind, messages) })
    return false
  }
}

function detailOf(kind: ReturnType<typeof classify>['kind'], messages: Messages): { detail?: string } {
  if (kind === 'requestPending') return { detail: say(messages, 'requestPending').text }
  if (kind === 'locked') return { detail: say(messages, 'walletLocked').text }
  if (kind === 'rejected') return { detail: say(messages, 'connectRejected').text }
  return {}
}
