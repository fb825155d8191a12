import { describe, expect, it } from 'vitest'
import { dealSeed, noCoins, type Address } from '../src/index.ts'

const alice: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const contract: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const nft = (id: number) => ({ contract, tokenId: BigInt(id) })
const deal = { creator: alice, recipient: bob, offered: [nft(1), nft(2)], requested: [nft(3)], coins: noCoins }

describe('given a deal', () => {
  it('has one seed, in whatever order things were laid down', () => {
    expect(dealSeed({ ...deal, offered: [nft(2), nft(1)] })).toBe(dealSeed(deal))
  })

  it.each([
    ['another item', { ...deal, offered: [nft(1), nft(4)] }],
    ['one item less', { ...deal, offered: [nft(1)] }],
    ['another recipient', { ...deal, recipient: alice }],
    ['the sides turned round', { ...deal, offered: deal.requested, requested: deal.offered }],
    ['coins', { ...deal, coins: { offeredWei: 1n, requestedWei: 0n } }],
    ['nobody yet', { ...deal, recipient: null }],
  ])('when it has %s, then its seed is another', (_, changed) => {
    expect(dealSeed(changed)).not.toBe(dealSeed(deal))
  })
})
