import { type Message, renderMessage } from '../../text/message.ts'
import { nftKey, type Nft, type Offer } from '@parley/domain'
import {
  acceptOffer,
  cancelOffer,
  claimReturned,
  type CloseOutcome,
  recoverExpired,
  returnExpired,
  sendHome,
} from '../../actions/settleOffer.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction, withTransaction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'
import { dropFromLists } from './offersQuery.ts'
import type { ActionTools } from '../../actions/action.ts'
import type { Action } from '../../services/transactions.ts'

export interface Acceptance {
  readonly offer: Offer
  readonly confirmed: readonly Nft[]
}

/** Accepts an offer and reports the result. */
export function runAccept(session: Session, portal: Portal, { offer, confirmed }: Acceptance): Promise<boolean> {
  return runAction(session, portal, {
    kind: 'accept',
    subject: offer.id,
    items: offer.requested.map(nftKey),
    escrow: offer.escrow,
    run: async (tools) => {
      const { recorded } = await acceptOffer(tools, offer, confirmed)
      dropFromLists(session, offer.id)
      const said = recorded
        ? ({ ...renderMessage(portal.messages, 'offerAccepted'), tone: 'success' } as const)
        : ({ ...renderMessage(portal.messages, 'acceptedUnrecorded'), tone: 'warning' } as const)
      session.notices.announce(withTransaction(session, said))
    },
  })
}

export interface Closing {
  readonly kind: 'cancel' | 'recover' | 'return' | 'sendHome' | 'claim'
  readonly offer: Offer
}

const closings: Readonly<Record<Closing['kind'], (tools: ActionTools, offer: Offer) => Promise<CloseOutcome>>> = {
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

/** Where a queue says what became of each offer, instead of in alerts. */
export interface ClosingReport extends Pick<Action, 'onFailed'> {
  readonly onDone: (said: Message) => void
}

/** Takes an offer's NFTs out of the escrow and reports the result. */
export function runClose(
  session: Session,
  portal: Portal,
  { kind, offer }: Closing,
  report?: ClosingReport,
): Promise<boolean> {
  return runAction(session, portal, {
    kind,
    subject: offer.id,
    // Only these show a claim's result: its offer was already closed.
    items: kind === 'claim' ? offer.unreturned.map(nftKey) : [],
    escrow: offer.escrow,
    ...(report?.onFailed && { onFailed: report.onFailed }),
    run: async (tools) => {
      const outcome = await closings[kind](tools, offer)
      dropFromLists(session, offer.id)
      const said = outcomeWords(kind, outcome, portal)
      if (report) report.onDone(said)
      else session.notices.announce(said)
    },
  })
}

function outcomeWords(kind: Closing['kind'], outcome: CloseOutcome, { messages }: Portal): Message {
  if (outcome.kind === 'probable') return { ...renderMessage(messages, 'probablySubmitted'), tone: 'warning' }
  if (outcome.leftBehind > 0)
    return {
      ...renderMessage(messages, kind === 'claim' ? 'claimIncomplete' : 'returnIncomplete', {
        count: outcome.leftBehind,
      }),
      tone: 'warning',
    }
  return { ...renderMessage(messages, doneKeys[kind]), tone: 'success' }
}
