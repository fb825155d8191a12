import type { OfferId } from '@parley/domain'
import type { SettlementHint } from '@parley/protocol'
import type { FlowTools } from './FlowTools.ts'

/** Tells the server that an offer was settled. Resolves to whether it took the news: it reads the chain in any case. */
export async function recordSettlement({ api }: FlowTools, offerId: OfferId, hint: SettlementHint): Promise<boolean> {
  try {
    await api.request('patchOffer', { params: { offerId }, body: hint })
    return true
  } catch {
    // Any other answer, or none, means that the index has to find it.
    return false
  }
}
