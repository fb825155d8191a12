import { nftKey, type Nft } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import type { Deal } from '../../actions/checks/checkDeal.ts'
import { createOffer } from '../../actions/createOffer.ts'
import { say } from '../../messages/say.ts'
import { dealOfDraft } from '../../services/dealOfDraft.ts'
import { takeOff } from '../../services/drafts.ts'
import { holdingsQuery } from '../../services/holdingsQuery.ts'
import type { Portal } from '../../services/Portal.ts'
import { meet } from '../../services/recentPeople.ts'
import { runAction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'

/** Creates the draft's offer, shows the success dialog and removes the offered items from the draft. */
export function runCreate(session: Session, portal: Portal): Promise<boolean> {
  const deal = dealOfDraft(session, portal)
  return runAction(session, portal, {
    kind: 'create',
    subject: null,
    items: itemsOf(deal),
    run: async (tools) => {
      const { offerId, recorded } = await createOffer(tools, deal, heldNow(session, portal))
      meet(tools.wallet?.address, deal.recipient)
      // Items added in the meantime belong to the next deal and stay.
      takeOff(session.drafts.of(portal.key), deal)
      if (!recorded) session.notices.announce({ ...say(portal.messages, 'createUnrecorded'), tone: 'warning' })
      session.notices.openDialog({ kind: 'offer-created', offerId, portalKey: portal.key })
    },
  })
}

/** An offer of coins alone locks no NFT: what it asks for tells it from others. */
function itemsOf({ offered, requested }: Deal): readonly string[] {
  return offered.length > 0 ? offered.map(nftKey) : requested.map((nft) => `for ${nftKey(nft)}`)
}

/** NFTs the wallet can offer according to the loaded list; null if not loaded. */
function heldNow(session: Session, portal: Portal): readonly Nft[] | null {
  const { address } = getConnection(session.wagmi)
  const answer = address ? session.queries.getQueryData(holdingsQuery(session, portal, address).queryKey) : undefined
  return answer?.nfts.filter((nft) => nft.escrowedBy === null) ?? null
}
