import type { Nft, Offer, OfferId } from '@parley/domain'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ActionKind, RunningAction } from '../../session/actions.ts'
import { usePortal } from '../../session/Portal.ts'
import { useSession } from '../../session/Session.ts'
import { fetchedOnce } from '../../ui/fetchedOnce.ts'
import type { Leaving } from './runLeave.ts'

export type { RunningAction } from '../../session/actions.ts'

/** What can be done with offers; approvals and the owner's acts are told apart. */
export type OfferActionKind = Exclude<ActionKind, 'approve' | 'revoke' | 'own'>

/** Every action shows its own messages and refreshes what it changed; it resolves to whether it succeeded. */
export interface OfferActions {
  /** The action under way; its steps are for a list on screen, their words in the catalogue. */
  readonly running: RunningAction | null
  /** The last action, kept after its end so that its steps can be read. */
  readonly last: RunningAction | null
  /** While anything runs, other buttons are disabled. */
  readonly busy: boolean
  /** What runs for this offer, if anything. */
  busyWith(id: OfferId): OfferActionKind | null
  /** Creates the draft's offer: all checks, then the ten steps. */
  create(): Promise<boolean>
  /** `confirmed`: the unverified NFTs that the visitor has confirmed one by one (decision S5). */
  accept(offer: Offer, confirmed?: readonly Nft[]): Promise<boolean>
  cancel(offer: Offer): Promise<boolean>
  /** The creator takes expired NFTs home; pays the fee. */
  recover(offer: Offer): Promise<boolean>
  /** The recipient sends expired NFTs home; pays the fee. */
  returnExpired(offer: Offer): Promise<boolean>
  /** Fetches what could not be returned (decision K7). */
  claimReturned(offer: Offer): Promise<boolean>
}

// Nobody signs before the page stands.
const loadActs = fetchedOnce(() => import('./offerActs.ts'))

export function useOfferActions(): OfferActions {
  const session = useSession()
  const portal = usePortal()
  const { running, last } = useStore(session.actions)
  // Fetched before it is pressed, so that pressing works when the server is away by then.
  useEffect(() => void loadActs(), [])
  const leave = async (kind: Leaving['kind'], offer: Offer): Promise<boolean> => {
    const { runLeave } = await loadActs()
    return runLeave(session, portal, { kind, offer })
  }
  return {
    running,
    last,
    busy: running !== null,
    busyWith: (id) => (running?.subject === id ? offerKind(running.kind) : null),
    create: async () => (await loadActs()).runCreate(session, portal),
    accept: async (offer, confirmed = []) => (await loadActs()).runAccept(session, portal, { offer, confirmed }),
    cancel: (offer) => leave('cancel', offer),
    recover: (offer) => leave('recover', offer),
    returnExpired: (offer) => leave('return', offer),
    claimReturned: (offer) => leave('claim', offer),
  }
}

function offerKind(kind: ActionKind): OfferActionKind | null {
  return kind === 'approve' || kind === 'revoke' || kind === 'own' ? null : kind
}
