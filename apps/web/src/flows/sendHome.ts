import { leftBehind, sendHomeCall } from '@parley/chain'
import type { Offer } from '@parley/domain'
import type { FlowTools } from './FlowTools.ts'
import { closedHint, leaveOffer, type LeaveOutcome } from './leaveOffer.ts'

/** Sends an abandoned offer's NFTs home to its creator (decision E4). Anyone may, and it is free. Throws FlowError. */
export function sendHome(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => sendHomeCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}
