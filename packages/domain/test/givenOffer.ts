import { noCoins, type Address, type Offer } from '../src/index.ts'

export const alice: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const escrow: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Alice's open offer to Bob: an NFT for an NFT. The one fixture of an offer, for the tests of every package. */
export function givenOffer(changes: Partial<Offer> = {}): Offer {
  return {
    id: `0x${'11'.repeat(32)}`,
    escrow,
    creator: alice,
    recipient: bob,
    offered: [{ contract: escrow, tokenId: 2n ** 256n - 1n }],
    requested: [{ contract: bob, tokenId: 0n }],
    coins: noCoins,
    createdTxHash: `0x${'22'.repeat(32)}`,
    createdAtS: 1_700_000_000,
    expiresAtS: 4_000_000_000,
    settlement: null,
    unreturned: [],
    ...changes,
  }
}
