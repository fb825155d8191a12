import { nftKey, type Offer } from '@parley/domain'
import {
  cancelOffer,
  claimReturned,
  type CloseOutcome,
  recoverExpired,
  returnExpired,
  sendHome,
} from '../../actions/closeOffer.ts'
import type { FlowTools } from '../../actions/FlowTools.ts'
import type { Said } from '../../messages/entry.ts'
import { say } from '../../messages/say.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'
import { dropFromLists } from './dropFromLists.ts'

export interface Leaving {
  readonly kind: 'cancel' | 'recover' | 'return' | 'sendHome' | 'claim'
  readonly offer: Offer
}

const flows: Readonly<Record<Leaving['kind'], (tools: FlowTools, offer: Offer) => Promise<CloseOutcome>>> = {
  cancel: cancelOffer,
  recover: recoverExpired,
  return: returnExpired,
  sendHome,
  claim: claimReturned,
}

const doneKeys = {
  cancel: 'offerCancelled',
  recover: 'expiredReturned',
  return: 'expiredReturned',
  sendHome: 'expiredReturned',
  claim: 'claimed',
} as const

/** Takes an offer's NFTs out of the escrow and reports the result. */
export function runLeave(session: Session, portal: Portal, { kind, offer }: Leaving): Promise<boolean> {
  return runAction(session, portal, {
    kind,
    subject: offer.id,
    // Only these show a claim's result: its offer was already closed.
    items: kind === 'claim' ? offer.unreturned.map(nftKey) : [],
    escrow: offer.escrow,
    run: async (tools) => {
      const outcome = await flows[kind](tools, offer)
      if (outcome.kind === 'probable') session.setAside.add(offer.id, session.clock.now())
      dropFromLists(session, offer.id)
      session.notices.announce(outcomeWords(kind, outcome, portal))
    },
  })
}

function outcomeWords(kind: Leaving['kind'], outcome: CloseOutcome, { messages }: Portal): Said {
  if (outcome.kind === 'probable') return { ...say(messages, 'probablySubmitted'), tone: 'warning' }
  if (outcome.leftBehind > 0)
    return {
      ...say(messages, kind === 'claim' ? 'claimIncomplete' : 'returnIncomplete', { count: outcome.leftBehind }),
      tone: 'warning',
    }
  return { ...say(messages, doneKeys[kind]), tone: 'success' }
}
