import { leaveChosenWallet } from '../../session/chosenWallet.ts'
import type { Session } from '../../session/Session.ts'
import { walletTrouble } from './walletTrouble.ts'

/** Disconnects. The wallet keeps its permission, but the page doesn't use it until the user reconnects. */
export async function disconnectWallet({ wagmi }: Session): Promise<void> {
  walletTrouble.setState({ problem: null })
  await leaveChosenWallet(wagmi)
}
