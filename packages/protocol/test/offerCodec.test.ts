import { noCoins, type Nft, type Offer, type Settlement } from '@parley/domain'
import { alice, bob, givenOffer } from '@parley/domain/test/givenOffer'
import { describe, expect, it } from 'vitest'
import { offerFromWire } from '../src/pageDocument.ts'
import { offerToWire, wireOfferSchema } from '../src/wireOffer.ts'

const ids = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 256n - 1n]
const settlements: (Settlement | null)[] = [
  null,
  { kind: 'completed', by: bob, txHash: `0x${'cd'.repeat(32)}`, atS: 1_800_000_000 },
  { kind: 'cancelled', by: alice, txHash: `0x${'ef'.repeat(32)}`, atS: 1_700_000_001 },
  { kind: 'cancelled', by: null, txHash: null, atS: null },
]
const coins = { offeredWei: 0n, requestedWei: 2n ** 96n }
const sides = ids.flatMap((tokenId): (readonly Nft[])[] => [
  [{ contract: alice, tokenId }],
  Array.from({ length: 20 }, (_, index) => ({ contract: bob, tokenId: tokenId - BigInt(index % 1) })),
])

const offers = settlements.flatMap((settlement) =>
  sides.map((offered, index): Offer => {
    const requested = sides[(index + 3) % sides.length] ?? offered
    return givenOffer({
      offered,
      requested,
      coins: index % 2 === 0 ? noCoins : coins,
      expiresAtS: 1_700_086_400,
      settlement,
      unreturned: settlement?.kind === 'cancelled' ? offered.slice(0, 1) : [],
    })
  }),
)

describe('given any offer', () => {
  it.each(offers)('reads back what it wrote, and writes what the schema takes', (offer) => {
    const wire = offerToWire(offer)
    expect(offerFromWire(wire)).toEqual(offer)
    expect(wireOfferSchema.parse(JSON.parse(JSON.stringify(wire)))).toEqual(wire)
  })

  it('says active until it is settled, and names no number that a number cannot be', () => {
    for (const offer of offers) {
      const wire = offerToWire(offer)
      expect(wire.isActive).toBe(offer.settlement === null)
      expect(wire.status).toBe(offer.settlement?.kind ?? 'active')
      const tokenId = offer.offered[0]?.tokenId ?? 0n
      expect(wire.tokenIdA).toBe(tokenId <= 2n ** 53n - 1n ? Number(tokenId) : null)
      expect([wire.myNftCount, wire.friendNftCount]).toEqual([offer.offered.length, offer.requested.length])
    }
  })

  it('carries times as the specification has them', () => {
    const [, settled] = settlements.map((settlement) => offers.find((offer) => offer.settlement === settlement))
    if (!settled) throw new Error('one is settled')
    expect(offerToWire(settled)).toMatchObject({
      createdAt: '2023-11-14T22:13:20.000Z',
      expiresAt: '1700086400',
      completedAt: '2027-01-15T08:00:00.000Z',
    })
  })

  it('writes a side of coins alone with empty lists, and null for its first NFT', () => {
    const [offer] = offers
    if (!offer) throw new Error('there are offers')
    const wire = offerToWire({ ...offer, requested: [], coins })
    expect(wire).toMatchObject({
      nftContractRequested: null,
      tokenIdRequested: null,
      tokenIdB: null,
      nftContractsRequested: [],
      friendNftCount: 0,
      coinsRequested: String(2n ** 96n),
    })
  })

  it('reads an offer of a server that knows no coins', () => {
    const [offer] = offers
    if (!offer) throw new Error('there are offers')
    const { coinsOffered: _, coinsRequested: __, ...older } = offerToWire(offer)
    expect(offerFromWire(wireOfferSchema.parse(older)).coins).toEqual(noCoins)
  })
})
