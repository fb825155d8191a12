import { readFee } from '@parley/chain'
import type { Address } from '@parley/domain'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'

/** The platform fee at this moment. Stops where the screen showed another one: nobody pays what they did not see. */
export async function requireFee({ chain, shownFeeWei }: FlowTools, escrow: Address): Promise<bigint> {
  const nowWei = await inPhase('read', () => readFee(chain, escrow))
  const shownWei = shownFeeWei(escrow)
  if (nowWei !== shownWei) throw new FlowError({ kind: 'fee-changed', shownWei, nowWei })
  return nowWei
}
