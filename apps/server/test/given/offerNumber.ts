import { noCoins, type Address, type OfferId } from '@parley/domain'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'

export const escrow: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const alice: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export function hash(number: number): OfferId {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** An open offer of Alice's to Bob, created in the block of its number. */
export function offerNumber(number: number, changes: Partial<StoredOffer> = {}): StoredOffer {
  return {
    id: hash(number),
    escrow,
    creator: alice,
    recipient: bob,
    offered: [{ contract: escrow, tokenId: 2n ** 256n - 1n }],
    requested: [{ contract: bob, tokenId: 0n }],
    coins: noCoins,
    createdTxHash: hash(1_000 + number),
    createdAtS: 1_700_000_000 + number,
    createdBlock: number,
    createdLogIndex: 0,
    expiresAtS: 4_000_000_000,
    settlement: null,
    settledBlock: null,
    unreturned: [],
    ...changes,
  }
}
