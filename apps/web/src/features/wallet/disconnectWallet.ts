import { disconnect } from 'wagmi/actions'
import type { Session } from '../../session/Session.ts'
import { walletTrouble } from './walletTrouble.ts'

/** Forgets the connection. The wallet keeps its permission; the page does not use it again until asked. */
export async function disconnectWallet({ wagmi }: Session): Promise<void> {
  walletTrouble.setState({ problem: null })
  await disconnect(wagmi)
}
