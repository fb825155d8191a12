import { claimReturnedCall, leftAfterClaim, readCustody } from '@parley/chain'
import type { Offer } from '@parley/domain'
import { FlowError, inPhase } from './FlowError.ts'
import type { FlowTools } from './FlowTools.ts'
import { leaveOffer, type LeaveOutcome } from './leaveOffer.ts'

/** Sends the creator the NFTs whose return failed (decision K7). Open to anyone, and free. */
export function claimReturned(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => claimReturnedCall(terms),
    confirm: async (through) => {
      const holders = await inPhase('read', () =>
        Promise.all(offer.unreturned.map((nft) => readCustody(through, offer.escrow, nft))),
      )
      if (holders.some((holder) => holder !== offer.id)) throw new FlowError({ kind: 'chain-differs' })
    },
    leftBehindBy: (receipt) => leftAfterClaim(receipt, offer),
    // The offer was already closed: the server only has to read it again.
    hintOf: () => ({ isActive: false }),
  })
}
