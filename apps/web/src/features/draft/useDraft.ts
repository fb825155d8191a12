import type { DurationMinutes } from '@parley/domain'
import { useStore } from 'zustand'
import { addressIn, minutesOf } from '../../session/drafts.ts'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'
import { useDraftSide, type DraftSide } from './useDraftSide.ts'
import { useRecipient, type DraftRecipient } from './useRecipient.ts'

export type { DraftSide } from './useDraftSide.ts'
export type { DraftRecipient } from './useRecipient.ts'

export interface Draft {
  readonly own: DraftSide
  readonly friend: DraftSide
  readonly recipient: DraftRecipient
  readonly minutes: DurationMinutes
  setMinutes(minutes: DurationMinutes): void
  /** Whether CREATE is enabled: something on each side, an NFT on one, and a valid address. It stays clickable either way (decision S2). */
  readonly ready: boolean
  /** Clears both sides; keeps the recipient. */
  clear(): void
}

/** The portal's draft offer, shared by the main page and the create page. */
export function useDraft(): Draft {
  const session = useSession()
  const portal = usePortal()
  const store = session.drafts.of(portal.key)
  const state = useStore(store)
  const own = useDraftSide(store, 'own')
  const friend = useDraftSide(store, 'friend')
  const recipient = useRecipient(store)
  return {
    own,
    friend,
    recipient,
    minutes: minutesOf(state, portal),
    setMinutes: (minutes) => store.setState({ minutes }),
    ready:
      own.count > 0 &&
      friend.count > 0 &&
      own.nfts.length + friend.nfts.length > 0 &&
      own.coins.wei !== null &&
      friend.coins.wei !== null &&
      recipient.state === 'valid' &&
      addressIn(state.recipientText) !== null,
    clear: () => store.setState({ own: [], friend: [] }),
  }
}
