import { cancelCall, leftBehind } from '@parley/chain'
import { sameAddress, type Offer } from '@parley/domain'
import { FlowError } from './FlowError.ts'
import type { FlowTools } from './FlowTools.ts'
import { closedHint, leaveOffer, type LeaveOutcome } from './leaveOffer.ts'

/** The creator cancels an unexpired offer, free of charge. Throws FlowError. */
export function cancelOffer(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms.creator, wallet.address)) throw new FlowError({ kind: 'not-creator' })
    },
    callFor: async (terms) => cancelCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}
