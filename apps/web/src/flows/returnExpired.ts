import { cancelExpiredCall, leftBehind } from '@parley/chain'
import { sameAddress, type Offer } from '@parley/domain'
import { requireFee } from './checks/requireFee.ts'
import { FlowError } from './FlowError.ts'
import type { FlowTools } from './FlowTools.ts'
import { closedHint, leaveOffer, type LeaveOutcome } from './leaveOffer.ts'
import { runStep } from './Step.ts'

/** The recipient sends an expired offer's NFTs home to its creator. Pays the fee. Throws FlowError. */
export function returnExpired(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveExpired(tools, offer, 'recipient')
}

/** The creator takes an expired offer's NFTs home. Pays the fee. Throws FlowError. */
export function recoverExpired(tools: FlowTools, offer: Offer): Promise<LeaveOutcome> {
  return leaveExpired(tools, offer, 'creator')
}

function leaveExpired(tools: FlowTools, offer: Offer, role: 'creator' | 'recipient'): Promise<LeaveOutcome> {
  return leaveOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms[role], wallet.address))
        throw new FlowError({ kind: role === 'creator' ? 'not-creator' : 'not-recipient' })
    },
    callFor: (terms, connected) =>
      runStep(connected.report, 'fee', async () => cancelExpiredCall(terms, await requireFee(connected, terms.escrow))),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}
