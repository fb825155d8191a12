import {
  mayAccept,
  mayCancel,
  mayRecover,
  mayReturn,
  sameAddress,
  statusOf,
  type Address,
  type Offer,
  type OfferStatus,
} from '@parley/domain'

/** A visitor's role in an offer and the permitted actions (decision S7). */
export interface Standing {
  readonly viewer: Address | null
  readonly role: 'creator' | 'recipient' | 'other' | 'visitor'
  readonly status: OfferStatus
  readonly act: 'accept' | 'cancel' | 'recover' | 'return' | 'claim' | null
  /** Whether the viewer holds every requested NFT. Undefined until read from the chain. */
  readonly ownsAll: boolean | undefined
  /** Whether the viewer holds any of them. */
  readonly ownsAny: boolean
}

/** @param owners each requested NFT's owner, in the offer's order; undefined until read. */
export function standingOf(
  offer: Offer,
  viewer: Address | null,
  nowS: number,
  owners: readonly (Address | null | undefined)[],
): Standing {
  const own = owners.map((owner) =>
    owner === undefined ? undefined : owner !== null && viewer !== null && sameAddress(owner, viewer),
  )
  return {
    viewer,
    role: roleOf(offer, viewer),
    status: statusOf(offer, nowS),
    act: viewer ? actOf(offer, viewer, nowS) : null,
    ownsAll: own.includes(false) ? false : own.includes(undefined) ? undefined : true,
    ownsAny: own.includes(true),
  }
}

function roleOf(offer: Offer, viewer: Address | null): Standing['role'] {
  if (!viewer) return 'visitor'
  if (sameAddress(offer.creator, viewer)) return 'creator'
  return sameAddress(offer.recipient, viewer) ? 'recipient' : 'other'
}

function actOf(offer: Offer, viewer: Address, nowS: number): Standing['act'] {
  if (mayAccept(offer, viewer, nowS)) return 'accept'
  if (mayCancel(offer, viewer, nowS)) return 'cancel'
  if (mayRecover(offer, viewer, nowS)) return 'recover'
  if (mayReturn(offer, viewer, nowS)) return 'return'
  return offer.settlement && offer.unreturned.length > 0 ? 'claim' : null
}
