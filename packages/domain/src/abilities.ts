import { sameAddress, type Address } from './address.ts'
import { statusOf, type Offer } from './offer.ts'

/**
 * Permissions for an offer at chain time `nowS` in unix seconds (decision K4).
 *
 * The escrow has the same rules; a differential test runs both on the same random calls.
 */

type Parties = Pick<Offer, 'creator' | 'recipient' | 'settlement' | 'expiresAtS'>

/** The recipient, up to and including the second of expiry. Pays the fee. */
export function mayAccept(offer: Parties, viewer: Address, nowS: number): boolean {
  return statusOf(offer, nowS) === 'active' && sameAddress(offer.recipient, viewer)
}

/** The creator, up to and including the second of expiry. Free. */
export function mayCancel(offer: Parties, viewer: Address, nowS: number): boolean {
  return statusOf(offer, nowS) === 'active' && sameAddress(offer.creator, viewer)
}

/** The recipient, after expiry: sends the NFTs home to the creator. Pays the fee. */
export function mayReturn(offer: Parties, viewer: Address, nowS: number): boolean {
  return statusOf(offer, nowS) === 'expired' && sameAddress(offer.recipient, viewer)
}

/** From 30 days after expiry on, anyone may send an offer home to its creator (decision E4). Free. */
export const sendHomeAfterS = 2_592_000

export function maySendHome(offer: Pick<Parties, 'settlement' | 'expiresAtS'>, nowS: number): boolean {
  return offer.settlement === null && nowS >= offer.expiresAtS + sendHomeAfterS
}

/** The creator, after expiry. Pays the fee. */
export function mayRecover(offer: Parties, viewer: Address, nowS: number): boolean {
  return statusOf(offer, nowS) === 'expired' && sameAddress(offer.creator, viewer)
}
