import { type Nft, type Offer, type OfferId, maySendHome } from '@parley/domain'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ActionKind, RunningAction } from '../../services/transactions.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { Closing } from './runSettlement.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { editionOf } from '@parley/protocol'

export type { RunningAction } from '../../services/transactions.ts'

/** Actions on offers, excluding approvals and owner actions. */
export type OfferActionKind = Exclude<ActionKind, 'approve' | 'revoke' | 'own' | 'bringHome'>

/** Each action shows its own messages and refreshes affected data. Resolves to whether it succeeded. */
export interface OfferActions {
  /** The running action with its steps. */
  readonly running: RunningAction | null
  /** The last action, kept so that its steps stay readable. */
  readonly last: RunningAction | null
  /** True while any action runs, and while the offers are synced; disables other buttons. */
  readonly busy: boolean
  /** The action running for this offer, if any. */
  busyWith(id: OfferId): OfferActionKind | null
  /** Creates the draft's offer. */
  create(): Promise<boolean>
  /** `confirmed`: unverified NFTs the user confirmed individually (decision S5). */
  accept(offer: Offer, confirmed?: readonly Nft[]): Promise<boolean>
  cancel(offer: Offer): Promise<boolean>
  /** The creator recovers expired NFTs; costs the fee. */
  recover(offer: Offer): Promise<boolean>
  /** The recipient returns expired NFTs; costs the fee. */
  returnExpired(offer: Offer): Promise<boolean>
  /** Sends an abandoned offer home; free and open to anyone (decision E4). */
  sendHome(offer: Offer): Promise<boolean>
  /** Claims NFTs whose return failed (decision K7). */
  claimReturned(offer: Offer): Promise<boolean>
}

// Loaded lazily: signing is impossible before the page is ready.
const loadActs = importOnce(() => import('./offerActions.lazy.ts'))

export function useOfferActions(): OfferActions {
  const session = useSession()
  const portal = usePortal()
  const { running, last, syncing } = useStore(session.actions)
  // Prefetched, so that the button works even if the server goes away.
  useEffect(() => void setTimeout(() => void loadActs()), [])
  return useMemo(() => {
    const leave = async (kind: Closing['kind'], offer: Offer): Promise<boolean> => {
      const { runClose } = await loadActs()
      return runClose(session, portal, { kind, offer })
    }
    return {
      running,
      last,
      busy: running !== null || syncing,
      busyWith: (id) => (running?.subject === id ? offerKind(running.kind) : null),
      create: async () => (await loadActs()).runCreate(session, portal),
      accept: async (offer, confirmed = []) => (await loadActs()).acceptAndMeet(session, portal, { offer, confirmed }),
      cancel: (offer) => leave('cancel', offer),
      recover: (offer) => leave('recover', offer),
      returnExpired: (offer) => leave('return', offer),
      sendHome: (offer) => leave('sendHome', offer),
      claimReturned: (offer) => leave('claim', offer),
    }
  }, [session, portal, running, last, syncing])
}

function offerKind(kind: ActionKind): OfferActionKind | null {
  return kind === 'approve' || kind === 'revoke' || kind === 'own' || kind === 'bringHome' ? null : kind
}

/** How an expired offer's NFTs go home: for the fee, or free once anyone may (decision E4). */
export function useWayHome<Kind extends 'recover' | 'return'>(paid: Kind): (offer: Offer) => Kind | 'sendHome' {
  const { config } = useSession()
  const nowS = useChainTimeS()
  return (offer) => (editionOf(config, offer.escrow) === 2 && maySendHome(offer, nowS) ? 'sendHome' : paid)
}
