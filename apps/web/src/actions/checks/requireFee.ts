import { readBalance, readFee } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'

/** The current platform fee. Stops if the screen showed another one, so that an unseen price is never paid. */
export async function requireFee({ chain, shownFeeWei }: FlowTools, escrow: Address): Promise<bigint> {
  const nowWei = await inPhase('read', () => readFee(chain, escrow))
  const shownWei = shownFeeWei(escrow)
  if (nowWei !== shownWei) throw new FlowError({ kind: 'fee-changed', shownWei, nowWei })
  return nowWei
}

/** Stops where the wallet does not have a sum that is about to be sent. Gas is looked at before signing. */
export async function requireMeans(chain: Client, owner: Address, neededWei: bigint): Promise<void> {
  const heldWei = await inPhase('read', () => readBalance(chain, owner))
  if (heldWei < neededWei) throw new FlowError({ kind: 'cannot-pay', neededWei, heldWei })
}
