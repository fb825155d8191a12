import {
  mayAccept,
  mayCancel,
  mayRecover,
  mayReturn,
  maySendHome,
  sameAddress,
  statusOf,
  type Address,
  type Offer,
  type OfferStatus,
} from '@parley/domain'
import type { EscrowEdition } from '@parley/protocol'

/** A visitor's role in an offer and the permitted actions (decision S7). */
export interface OfferPermissions {
  readonly viewer: Address | null
  readonly role: 'creator' | 'recipient' | 'other' | 'visitor'
  readonly status: OfferStatus
  readonly act: 'accept' | 'cancel' | 'recover' | 'return' | 'sendHome' | 'claim' | null
  /** Whether the viewer holds every requested NFT. Undefined until read from the chain. */
  readonly ownsAll: boolean | undefined
  /** Whether the viewer holds any of them. */
  readonly ownsAny: boolean
}

/**
 * @param owners each requested NFT's owner, in the offer's order; undefined until read.
 * @param edition of the offer's escrow: the first has no `sendHome`.
 */
export function offerPermissions(
  offer: Offer,
  viewer: Address | null,
  nowS: number,
  owners: readonly (Address | null | undefined)[],
  edition: EscrowEdition,
): OfferPermissions {
  const own = owners.map((owner) =>
    owner === undefined ? undefined : owner !== null && viewer !== null && sameAddress(owner, viewer),
  )
  return {
    viewer,
    role: roleOf(offer, viewer),
    status: statusOf(offer, nowS),
    act: viewer ? actOf(offer, viewer, nowS, edition) : null,
    ownsAll: own.includes(false) ? false : own.includes(undefined) ? undefined : true,
    ownsAny: own.includes(true),
  }
}

function roleOf(offer: Offer, viewer: Address | null): OfferPermissions['role'] {
  if (!viewer) return 'visitor'
  if (sameAddress(offer.creator, viewer)) return 'creator'
  return sameAddress(offer.recipient, viewer) ? 'recipient' : 'other'
}

function actOf(offer: Offer, viewer: Address, nowS: number, edition: EscrowEdition): OfferPermissions['act'] {
  if (mayAccept(offer, viewer, nowS)) return 'accept'
  if (mayCancel(offer, viewer, nowS)) return 'cancel'
  // Free, so it comes before the two that cost the fee.
  if (edition === 2 && maySendHome(offer, nowS)) return 'sendHome'
  if (mayRecover(offer, viewer, nowS)) return 'recover'
  if (mayReturn(offer, viewer, nowS)) return 'return'
  return offer.settlement && offer.unreturned.length > 0 ? 'claim' : null
}
