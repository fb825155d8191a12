import { isSameNetwork } from '@parley/chain'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useConnection, currentWallet } from '../../services/walletConnection.ts'
import { walletTrouble } from './connectWallet.ts'

/**
 * Why a connected wallet can't send.
 * - `wrong-chain`: another chain id; `switchChain` helps.
 * - `other-network`: the right chain id, but a network without our escrow (decision C7).
 * - `locked`: the wallet must be unlocked first.
 * - `request-pending`: the wallet waits for an answer to an earlier request.
 */
export type WalletProblem = 'wrong-chain' | 'other-network' | 'locked' | 'request-pending'

const askAgainMs = 3_000

export function useWalletProblem(): WalletProblem | null {
  const session = useSession()
  const connection = useConnection()
  const trouble = useStore(walletTrouble, (state) => state.problem)
  const connected = connection.status === 'connected'
  const onChain = connected && connection.chainId === session.config.chainId
  const { data: sameNetwork = true } = useQuery({
    queryKey: queryKeys.network(connected ? connection.connector.uid : '', connection.chainId ?? 0),
    queryFn: onChain ? () => readsOurEscrow(session) : skipToken,
    // The wallet may have been pointed elsewhere since: every look at it is a new one.
    staleTime: 0,
    gcTime: 0,
    // Wallets don't announce a switch to a network with the same id, so poll while it is wrong.
    refetchInterval: ({ state }) => (state.data === false ? askAgainMs : false),
  })
  if (trouble) return trouble
  if (!connected) return null
  if (!onChain) return 'wrong-chain'
  return sameNetwork ? null : 'other-network'
}

async function readsOurEscrow({ wagmi, config }: ReturnType<typeof useSession>): Promise<boolean> {
  const wallet = await currentWallet(wagmi)
  const [newest] = config.escrows
  if (!wallet || !newest) return true
  try {
    return await isSameNetwork(wallet.provider, newest)
  } catch {
    // A wallet that does not answer this says nothing about its network; flows ask again before they send.
    return true
  }
}
