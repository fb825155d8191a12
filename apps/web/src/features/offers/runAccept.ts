import { nftKey, type Nft, type Offer } from '@parley/domain'
import { acceptOffer } from '../../actions/acceptOffer.ts'
import { say } from '../../messages/say.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction, withTransaction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'
import { dropFromLists } from './dropFromLists.ts'

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
        ? ({ ...say(portal.messages, 'offerAccepted'), tone: 'success' } as const)
        : ({ ...say(portal.messages, 'acceptedUnrecorded'), tone: 'warning' } as const)
      session.notices.announce(withTransaction(session, said))
    },
  })
}
