import { isSameNetwork } from '@parley/chain'
import type { Address } from '@parley/domain'
import { FlowError, inPhase } from '../FlowError.ts'
import type { ConnectedTools } from '../FlowTools.ts'

/**
 * Stops when the wallet's own connection does not show the escrow that the server names (decision C7).
 * Asked before every send, so that no change of chain or wallet can slip in between.
 */
export async function requireNetwork({ wallet, config }: ConnectedTools, escrow: Address): Promise<void> {
  const deployment = config.escrows.find((candidate) => candidate.address === escrow)
  if (!deployment) throw new FlowError({ kind: 'other-network' })
  const same = await inPhase('send', () => isSameNetwork(wallet.provider, deployment))
  if (!same) throw new FlowError({ kind: 'other-network' })
}
