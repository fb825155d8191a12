import { durationSeconds } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import type { Deal } from '../actions/checks/checkDeal.ts'
import { minutesOf, readRecipient } from './drafts.ts'
import { collectionsOn } from './portalCollections.ts'
import type { Portal } from './Portal.ts'
import type { Session } from './Session.ts'

/**
 * Converts the portal's draft to a deal. Reads the address as typed, without waiting for the debounce: the user clicked
 * the button.
 */
export function dealOfDraft({ drafts, wagmi, config }: Session, portal: Portal): Deal {
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
