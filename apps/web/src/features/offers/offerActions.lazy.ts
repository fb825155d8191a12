import { getConnection } from 'wagmi/actions'
import { type Portal, collectionsOn } from '../../services/Portal.ts'
import { meet } from '../../services/recentPeople.ts'
import { lookAlikeOf, readCounterparties } from '../../services/knownPeople.lazy.ts'
import { addressText } from '../../text/contacts.lazy.ts'
import type { Session } from '../../services/Session.ts'
import { runAccept, type Acceptance } from './runSettlement.ts'
import { type Address, nftKey, type Nft, durationSeconds, type OfferId, type TxHash } from '@parley/domain'
import type { Deal } from '../../actions/checkDeal.ts'
import { createOffer } from '../../actions/createOffer.ts'
import { renderMessage } from '../../text/message.ts'
import { removeDeal, minutesOf, readRecipient } from '../../services/drafts.ts'
import { holdingsQuery } from '../../services/holdingsQuery.ts'
import { runAction } from '../../services/runAction.ts'

// Checking, signing and sending in one lazy chunk.
export { runClose } from './runSettlement.ts'

/** Accepts an offer, and remembers its creator as someone whom this account has traded with. */
export async function acceptAndMeet(session: Session, portal: Portal, acceptance: Acceptance): Promise<boolean> {
  const account = getConnection(session.wagmi).address
  const accepted = await runAccept(session, portal, acceptance)
  if (accepted) meet(account, acceptance.offer.creator)
  return accepted
}

/** Creates the draft's offer, shows the success dialog and removes the offered items from the draft. */
export async function runCreate(session: Session, portal: Portal): Promise<boolean> {
  const deal = draftToDeal(session, portal)
  if (await isStopped(session, deal)) {
    session.notices.announce({ key: 'lookAlike', channel: 'alert', tone: 'failure', text: addressText.stopped })
    return false
  }
  // Items added in the meantime belong to the next deal and stay.
  return createFrom(session, portal, {
    deal,
    held: heldNow(session, portal),
    onCreated: () => removeDeal(session.drafts.of(portal.key), deal),
  })
}

/** The button may be pressed before the field has stopped a look-alike (decision I5). */
async function isStopped(session: Session, { recipient }: Deal): Promise<boolean> {
  const { address } = getConnection(session.wagmi)
  if (!recipient || !address) return false
  await readCounterparties(address)
  return lookAlikeOf(recipient) !== null
}

interface Creation {
  readonly deal: Deal
  /** The wallet's NFTs as listed; null where the chain alone decides. */
  readonly held: readonly Nft[] | null
  /** Throws an ActionError where another wallet is connected than the one that the deal is for. */
  readonly requireWallet?: (address: Address | undefined) => void
  /** The last check before the wallet is asked. Throws an ActionError where the deal is no longer wanted. */
  readonly confirm?: () => Promise<void>
  readonly onCreated: (offerId: OfferId | TxHash) => unknown
  /** Whether the page on screen tells of the new offer itself, so that no dialog covers it. */
  readonly isToldInPlace?: () => boolean
}

/** Creates the offer of a deal, wherever it was put together, and tells of its success. */
export function createFrom(
  session: Session,
  portal: Portal,
  { deal, held, requireWallet, confirm, onCreated, isToldInPlace }: Creation,
): Promise<boolean> {
  return runAction(session, portal, {
    kind: 'create',
    subject: null,
    items: itemsOf(deal),
    run: async (tools) => {
      requireWallet?.(tools.wallet?.address)
      const { offerId, recorded } = await createOffer(tools, deal, held, confirm)
      meet(tools.wallet?.address, deal.recipient)
      await onCreated(offerId)
      if (!recorded)
        session.notices.announce({ ...renderMessage(portal.messages, 'createUnrecorded'), tone: 'warning' })
      if (isToldInPlace?.()) return
      session.notices.openDialog({ kind: 'offer-created', offerId, portalKey: portal.key })
    },
  })
}

/** An offer of coins alone locks no NFT: what it asks for tells it from others. */
export function itemsOf({ offered, requested }: Pick<Deal, 'offered' | 'requested'>): readonly string[] {
  return offered.length > 0 ? offered.map(nftKey) : requested.map((nft) => `for ${nftKey(nft)}`)
}

/** NFTs the wallet can offer according to the loaded list; null if not loaded. */
function heldNow(session: Session, portal: Portal): readonly Nft[] | null {
  const { address } = getConnection(session.wagmi)
  const answer = address ? session.queries.getQueryData(holdingsQuery(session, portal, address).queryKey) : undefined
  return answer?.nfts.filter((nft) => nft.escrowedBy === null) ?? null
}

/**
 * Converts the portal's draft to a deal. Reads the address as typed, without waiting for the debounce: the user clicked
 * the button.
 */
export function draftToDeal({ drafts, wagmi, config }: Session, portal: Portal): Deal {
  const draft = drafts.of(portal.key).getState()
  const { own, friend, ownCoins, friendCoins, recipientText } = draft
  const reading = readRecipient(recipientText, getConnection(wagmi).address ?? null, config)
  return {
    offered: own,
    requested: friend,
    coins:
      ownCoins.wei === null || friendCoins.wei === null
        ? null
        : { offeredWei: ownCoins.wei, requestedWei: friendCoins.wei },
    recipient: 'address' in reading ? reading.address : null,
    durationS: durationSeconds(minutesOf(draft, portal)),
    traded: {
      offered: collectionsOn(portal, 'offered', config.collections).map(({ address }) => address),
      requested: collectionsOn(portal, 'requested', config.collections).map(({ address }) => address),
    },
  }
}
