import type { OfferHint, WireOffer } from '@parley/protocol'

/** What a browser sends of an offer that it has just created. */
export function hintOf(wire: WireOffer): OfferHint {
  return {
    offerId: wire.offerId,
    creator: wire.creator,
    recipient: wire.recipient,
    nftContractOffered: wire.nftContractOffered,
    tokenIdOffered: wire.tokenIdOffered,
    nftContractRequested: wire.nftContractRequested,
    tokenIdRequested: wire.tokenIdRequested,
    nftContractsOffered: wire.nftContractsOffered,
    tokenIdsOffered: wire.tokenIdsOffered,
    nftContractsRequested: wire.nftContractsRequested,
    tokenIdsRequested: wire.tokenIdsRequested,
    coinsOffered: wire.coinsOffered,
    coinsRequested: wire.coinsRequested,
    isActive: true,
    tokenIdA: wire.tokenIdA,
    tokenIdB: wire.tokenIdB,
    expiresAt: wire.expiresAt,
    myNftCount: wire.myNftCount,
    friendNftCount: wire.friendNftCount,
  }
}
