import { nftKey, type Address, type Collection } from '@parley/domain'
import { describe, expect, it } from 'vitest'
import { type HeldNft, holdingsAnswer, type Names, pageOfHoldings } from '../../src/holdings/holdingsHandlers.ts'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const collections: readonly Collection[] = [
  {
    key: 'b',
    name: 'Second letter',
    address: '0xcdAB7d987f0198EDB440D014ed1E71256A0e3e7A',
    discovery: { kind: 'enumerable' },
  },
  {
    key: 'a',
    name: 'First letter',
    address: '0x54C800d2331E10467143911aabCa092d68bF4166',
    discovery: { kind: 'enumerable' },
  },
]

function wallet(count: number): HeldNft[] {
  return Array.from({ length: count }, (_, index) => ({
    contract: collections[index % 2]?.address ?? owner,
    tokenId: BigInt((index * 7_919) % 100_003),
    escrowedBy: null,
  }))
}

function allPages(nfts: readonly HeldNft[]) {
  const pages = []
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined;) {
    const page = pageOfHoldings(collections, { nfts }, cursor)
    pages.push(page)
    cursor = page.nextCursor ?? undefined
  }
  return pages
}

describe('given a wallet', () => {
  it('of a thousand: it comes whole, in the order of the registry and then of the ids', () => {
    const [page, ...rest] = allPages(wallet(1_000))
    expect(rest).toEqual([])
    const places = (page?.nfts ?? []).map((nft) => [
      collections.findIndex(({ address }) => address === nft.contract),
      Number(nft.tokenId),
    ])
    expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
    expect(page?.nfts).toHaveLength(1_000)
  })

  it('of ten thousand: it comes in pages of 200 that together are all of it, once', () => {
    const pages = allPages(wallet(10_000))
    expect(pages.map(({ nfts }) => nfts.length)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(new Set(pages.flatMap(({ nfts }) => nfts.map((nft) => `${nft.contract}/${nft.tokenId}`))).size).toBe(10_000)
  })

  it('that loses an NFT between two pages: no other is left out or comes twice', () => {
    const nfts = wallet(2_000)
    const first = pageOfHoldings(collections, { nfts }, undefined)
    const last = first.nfts.at(-1)
    const left = nfts.filter((nft) => !(nft.contract === last?.contract && nft.tokenId === last.tokenId))
    const second = pageOfHoldings(collections, { nfts: left }, first.nextCursor ?? '')
    const whole = allPages(nfts).flatMap((page) => page.nfts)
    expect(second.nfts).toEqual(whole.slice(200, 400))
  })

  it('that did not change: its ETag is the same at another block, and another when an NFT goes into escrow or gets a name', () => {
    const nfts = wallet(3)
    const etag = (held: readonly HeldNft[], { block = 1, unreadable = [], names = new Map() }: Partial<Told> = {}) => {
      const holdings = { block, nfts: held, unreadable }
      const page = pageOfHoldings(collections, holdings, undefined)
      return holdingsAnswer(collections, { owner, holdings, page, names }).etag
    }
    const [first, ...others] = nfts
    if (!first) throw new Error('a wallet of three has a first')
    const same = etag(nfts)
    expect(etag(nfts, { block: 2 })).toBe(same)
    expect(etag([{ ...first, escrowedBy: `0x${'1'.repeat(64)}` }, ...others])).not.toBe(same)
    expect(etag(nfts, { unreadable: [owner] })).not.toBe(same)
    expect(etag(nfts, { names: new Map([[nftKey(first), 'Sunny']]) })).not.toBe(same)
  })
})

interface Told {
  readonly block: number
  readonly unreadable: readonly Address[]
  readonly names: Names
}

describe('given a cursor that is none', () => {
  it.each(['', 'x', '0x12.3', `${owner}.x`])('%s is refused with the field', (cursor) => {
    const refused = () => pageOfHoldings(collections, { nfts: [] }, cursor)
    expect(refused).toThrow(
      expect.objectContaining({ status: 400, body: expect.objectContaining({ field: 'cursor' }) }),
    )
  })
})
