import type { Nft, Offer, OfferId } from '@parley/domain'
import type { Step } from '../../flows/Step.ts'

export type OfferActionKind = 'create' | 'accept' | 'cancel' | 'recover' | 'return' | 'claim'

/** An action under way. */
export interface RunningAction {
  readonly kind: OfferActionKind
  /** Null while creating. */
  readonly offerId: OfferId | null
  /** For a step list on screen; words are in the catalogue under `steps`. */
  readonly steps: readonly Step[]
}

/** Every action shows its own messages and refreshes what it changed; it resolves to whether it succeeded. */
export interface OfferActions {
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

export function useOfferActions(): OfferActions {
  const no = async () => false
  return {
    running: null,
    last: null,
    busy: false,
    busyWith: () => null,
    create: no,
    accept: no,
    cancel: no,
    recover: no,
    returnExpired: no,
    claimReturned: no,
  }
}
