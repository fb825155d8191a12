import type { Nft } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import { createOffer } from '../../flows/createOffer.ts'
import { say } from '../../messages/say.ts'
import { dealOfDraft } from '../../session/dealOfDraft.ts'
import { holdingsQuery } from '../../session/holdingsQuery.ts'
import type { Portal } from '../../session/Portal.ts'
import { runAction } from '../../session/runAction.ts'
import type { Session } from '../../session/Session.ts'

/** Creates the offer of the portal's draft, shows the success dialog, and empties the draft. */
export function runCreate(session: Session, portal: Portal): Promise<boolean> {
  return runAction(session, portal, {
    kind: 'create',
    subject: null,
    run: async (tools) => {
      const { offerId, recorded } = await createOffer(tools, dealOfDraft(session, portal), heldNow(session))
      session.drafts.of(portal.key).setState({ own: [], friend: [] })
      if (!recorded) session.notices.announce({ ...say(portal.messages, 'createUnrecorded'), tone: 'warning' })
      session.notices.openDialog({ kind: 'offer-created', offerId, portalKey: portal.key })
    },
  })
}

/** What the page's list says the wallet holds and may offer; null while there is no such list. */
function heldNow(session: Session): readonly Nft[] | null {
  const { address } = getConnection(session.wagmi)
  const answer = address ? session.queries.getQueryData(holdingsQuery(session, address).queryKey) : undefined
  return answer?.nfts.filter((nft) => nft.escrowedBy === null) ?? null
}
