import { describe, expect, it } from 'vitest'
import {
  compareWithOffer,
  creatorSeat,
  dealChanges,
  dealOfOffer,
  isAsAgreed,
  type Nft,
  nftKey,
  sameDeal,
  type TableDeal,
} from '../src/index.ts'
import { alice, bob, escrow, givenOffer } from './givenOffer.ts'

const nft = (contract: Nft['contract'], tokenId: number): Nft => ({ contract, tokenId: BigInt(tokenId) })
// Two of one collection and two of another: enough for every way in which sides can differ.
const universe = [nft(alice, 1), nft(alice, 2), nft(bob, 1), nft(bob, 2)]
const subsets = universe.reduce<Nft[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]])
const sides = subsets.flatMap((nfts) => [0n, 5n].map((wei) => ({ nfts, wei })))
const deal = (opener: TableDeal['opener'], changes: Partial<TableDeal> = {}): TableDeal => ({
  opener,
  guest: { nfts: [nft(escrow, 7)], wei: 0n },
  durationMinutes: 1440,
  ...changes,
})
/** All that one side can become, 1,024 pairs of sides. */
const pairs = sides.flatMap((before) => sides.map((after) => [deal(before), deal(after)] as const))
const keys = (nfts: readonly Nft[]) => nfts.map(nftKey).toSorted()

const agree = (terms: TableDeal) => ({ deal: terms, agreedAtS: 900 })

/** An offer with exactly a deal's terms. */
function offerOf({ opener, guest, durationMinutes }: TableDeal, creator: 'opener' | 'guest') {
  const [given, wanted] = creator === 'opener' ? [opener, guest] : [guest, opener]
  return givenOffer({
    creator: creator === 'opener' ? alice : bob,
    recipient: creator === 'opener' ? bob : alice,
    offered: given.nfts,
    requested: wanted.nfts,
    coins: { offeredWei: given.wei, requestedWei: wanted.wei },
    createdAtS: 1000,
    expiresAtS: 1000 + durationMinutes * 60,
  })
}

describe('the changes between two versions', () => {
  it('lead from the one to the other, whatever lies on a side', () => {
    for (const [before, after] of pairs) {
      const { opener, guest, durationMinutes } = dealChanges(before, after)
      const gone = [...opener.removed, ...opener.replaced.map((one) => one.before)].map(nftKey)
      const come = [...opener.added, ...opener.replaced.map((one) => one.after)]
      const stayed = before.opener.nfts.filter((one) => !gone.includes(nftKey(one)))
      expect(keys([...stayed, ...come])).toEqual(keys(after.opener.nfts))
      expect(opener.wei?.after ?? before.opener.wei).toBe(after.opener.wei)
      expect([guest.added, guest.removed, guest.replaced, guest.wei, durationMinutes]).toEqual([[], [], [], null, null])
    }
  })

  it('call an NFT a replacement only beside another one of its collection', () => {
    const changes = dealChanges(
      deal({ nfts: [nft(alice, 1), nft(bob, 1)], wei: 0n }),
      deal({ nfts: [nft(alice, 2), nft(escrow, 1)], wei: 9n }, { durationMinutes: 60 }),
    )
    expect(changes.opener).toEqual({
      replaced: [{ before: nft(alice, 1), after: nft(alice, 2) }],
      removed: [nft(bob, 1)],
      added: [nft(escrow, 1)],
      wei: { before: 0n, after: 9n },
    })
    expect(changes.durationMinutes).toEqual({ before: 1440, after: 60 })
  })
})

describe('an agreed deal beside an offer', () => {
  it.each(['opener', 'guest'] as const)('differs exactly where the deals differ, with the %s as creator', (creator) => {
    for (const [agreed, locked] of pairs) {
      const rows = compareWithOffer(agree(agreed), offerOf(locked, creator), creator)
      const table = { opener: alice, guest: bob, agreed: { ...agree(agreed), atS: 900, number: 1 } }
      expect(isAsAgreed(table, offerOf(locked, creator))).toBe(sameDeal(agreed, locked))
      expect(rows.every(({ same }) => same)).toBe(sameDeal(agreed, locked))
      // Nothing of the offer is left out or listed twice.
      const given = rows.flatMap((row) =>
        row.kind === 'nft' && row.giver === 'opener' && row.offer ? [row.offer] : [],
      )
      expect(keys(given)).toEqual(keys(locked.opener.nfts))
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }
  })

  it('shows another id of a collection as one difference', () => {
    const agreed = deal({ nfts: [nft(alice, 1), nft(bob, 1)], wei: 0n })
    const offer = offerOf(deal({ nfts: [nft(alice, 2), nft(bob, 1)], wei: 0n }), 'opener')
    expect(compareWithOffer(agree(agreed), offer, 'opener').filter(({ same }) => !same)).toMatchObject([
      { kind: 'nft', giver: 'opener', agreed: nft(alice, 1), offer: nft(alice, 2) },
    ])
  })

  it('differs by a second of its duration', () => {
    const agreed = deal({ nfts: universe, wei: 0n })
    const offer = offerOf(agreed, 'opener')
    expect(
      compareWithOffer(agree(agreed), { ...offer, expiresAtS: offer.expiresAtS - 1 }, 'opener').at(-1),
    ).toMatchObject({
      same: false,
      agreedS: 86_400,
      offerS: 86_399,
    })
  })

  it('takes any moment since the agreement for its creation where that time is not known', () => {
    const agreed = deal({ nfts: universe, wei: 0n })
    const expiring = (expiresAtS: number) =>
      compareWithOffer(agree(agreed), { ...offerOf(agreed, 'opener'), createdAtS: 0, expiresAtS }, 'opener').at(-1)
        ?.same
    expect([900 + 86_399, 900 + 86_400, 2000 + 86_400].map(expiring)).toEqual([false, true, true])
  })

  it.each(['opener', 'guest'] as const)('becomes the terms of a counter again, with the %s as creator', (creator) => {
    for (const [terms] of pairs) expect(sameDeal(dealOfOffer(offerOf(terms, creator), creator), terms)).toBe(true)
    const late = { ...offerOf(deal({ nfts: universe, wei: 0n }), creator), expiresAtS: 1000 + 30 * 86_400 }
    expect(dealOfOffer(late, creator).durationMinutes).toBe(10_080)
  })

  it('belongs to a table only if it is between its two people', () => {
    const table = { opener: alice, guest: bob }
    expect(creatorSeat(table, { creator: alice, recipient: bob })).toBe('opener')
    expect(creatorSeat(table, { creator: bob, recipient: alice })).toBe('guest')
    expect(creatorSeat(table, { creator: alice, recipient: escrow })).toBeNull()
    expect(creatorSeat(table, { creator: escrow, recipient: bob })).toBeNull()
  })
})
