import type { OfferId } from '@parley/domain'
import { givenOffer } from '@parley/domain/test/givenOffer'
import type { OfferHint, WireOffer } from '@parley/protocol'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'

export function hash(number: number): OfferId {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** An open offer of Alice's to Bob, created in the block of its number. */
export function offerNumber(number: number, changes: Partial<StoredOffer> = {}): StoredOffer {
  return {
    ...givenOffer({ id: hash(number), createdTxHash: hash(1_000 + number), createdAtS: 1_700_000_000 + number }),
    createdBlock: number,
    createdLogIndex: 0,
    settledBlock: null,
    ...changes,
  }
}

/** A browser's hint about an offer that it has just created. */
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
