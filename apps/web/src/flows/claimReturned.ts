import { claimReturnedCall, leftAfterClaim } from '@parley/chain'
import type { Offer } from '@parley/domain'
import type { FlowTools } from './FlowTools.ts'
import { leaveOffer, type LeaveOutcome } from './leaveOffer.ts'

/** Sends the creator what could not be returned when the offer was closed (decision K7). Anybody may, and it is free. */
export function claimReturned(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => claimReturnedCall(terms),
    leftBehindBy: (receipt) => leftAfterClaim(receipt, offer),
    // The offer was closed before, by whoever it was: the server only has to read it again.
    hintOf: () => ({ isActive: false }),
  })
}
