import { type Address, sameAddress } from './address.ts'
import { type Offer, outcomeOf } from './offer.ts'

/** States of an offer in a history. `expired`: past its expiry, returned or not. */
export const historyOutcomes = ['open', 'completed', 'cancelled', 'expired'] as const
export type HistoryOutcome = (typeof historyOutcomes)[number]

/** A wallet's roles in an offer. */
export const tradeRoles = ['creator', 'recipient'] as const
export type TradeRole = (typeof tradeRoles)[number]

/** Which of a wallet's offers are wanted. Absent: all. */
export interface HistoryFilter {
  readonly outcome?: HistoryOutcome | undefined
  /** The wallet's own. */
  readonly role?: TradeRole | undefined
  /** On either side. */
  readonly collection?: Address | undefined
  /** The other party. */
  readonly other?: Address | undefined
  /** Unix seconds, inclusive. See {@link historyDateS}. */
  readonly fromS?: number | undefined
  /** Unix seconds, exclusive. */
  readonly toS?: number | undefined
}

type Dated = Pick<Offer, 'createdAtS' | 'settlement'>

/** Chain time of an offer's settlement, or of its creation while unsettled. Unix seconds. */
export function historyDateS({ createdAtS, settlement }: Dated): number {
  return settlement?.atS ?? createdAtS
}

/** @param nowS chain time, unix seconds. */
export function historyOutcomeOf(offer: Offer, nowS: number): HistoryOutcome {
  const outcome = outcomeOf(offer)
  if (outcome === null) return nowS > offer.expiresAtS ? 'expired' : 'open'
  return outcome === 'returned' ? 'expired' : outcome
}

export function roleIn({ creator }: Pick<Offer, 'creator'>, wallet: Address): TradeRole {
  return sameAddress(creator, wallet) ? 'creator' : 'recipient'
}

/** The other party of a wallet's offer. */
export function counterpartyOf(offer: Pick<Offer, TradeRole>, wallet: Address): Address {
  return roleIn(offer, wallet) === 'creator' ? offer.recipient : offer.creator
}

/** Whether a filter lets one of a wallet's offers through. @param nowS chain time, unix seconds. */
export function passesFilter(offer: Offer, wallet: Address, filter: HistoryFilter, nowS: number): boolean {
  const { outcome, role, collection, other, fromS, toS } = filter
  const dateS = historyDateS(offer)
  return (
    (outcome === undefined || historyOutcomeOf(offer, nowS) === outcome) &&
    (role === undefined || roleIn(offer, wallet) === role) &&
    (other === undefined || sameAddress(counterpartyOf(offer, wallet), other)) &&
    (collection === undefined || collectionsOf(offer).some((contract) => sameAddress(contract, collection))) &&
    (fromS === undefined || dateS >= fromS) &&
    (toS === undefined || dateS < toS)
  )
}

/** The contracts of an offer's NFTs, each once, sorted. */
export function collectionsOf({ offered, requested }: Pick<Offer, 'offered' | 'requested'>): readonly Address[] {
  return [...new Set([...offered, ...requested].map(({ contract }) => contract))].toSorted()
}
