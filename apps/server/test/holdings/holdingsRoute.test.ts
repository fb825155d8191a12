import { type Address, type Collection, nftKey } from '@parley/domain'
import { startWorld, wallets, type World } from '@parley/testkit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../given/testServer.ts'
import type { TokenLooks } from '../../src/names/createTokenNames.ts'
import { type HeldNft, holdingsAnswer, pageOfHoldings } from '../../src/holdings/holdingsHandlers.ts'

let world: World
const alice = wallets.alice.account.address
beforeAll(async () => {
  world = await startWorld({ seed: 'demo', stock: 'few', blockTimeS: null })
  await fetch(`${world.url}/api/swap-offers/sync`)
  // A supply is unknown until the owners are read.
  await until(async () => {
    const { collections } = await (await get('/api/collections')).json()
    return collections.every(({ supply }: { supply: number | null }) => supply !== null)
  })
})
afterAll(() => world.stop())

const burn = '0x000000000000000000000000000000000000dEaD'
const countAbi = parseAbi([
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.url + path, { headers })

describe('given a world in which offers were sent', () => {
  it('lists a wallet with what the escrow holds for it, each with a picture', async () => {
    const { nfts, unreadable, nextCursor } = await (await get(`/api/holdings/${alice}`)).json()
    expect({ unreadable, nextCursor }).toEqual({ unreadable: [], nextCursor: null })
    expect(nfts.filter((nft: { escrowedBy: string | null }) => nft.escrowedBy !== null).length).toBeGreaterThan(0)
    const statuses = await Promise.all(nfts.map(async (nft: { image: string }) => (await get(nft.image)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('gives each picture an address with its version, as soon as its metadata has been read', async () => {
    const images = async (): Promise<string[]> => {
      const { nfts } = await (await get(`/api/holdings/${alice}`)).json()
      return nfts.map((nft: { image: string }) => nft.image)
    }
    await expect.poll(images).toSatisfy((all: string[]) => all.every((image) => /&v=[im][0-9a-z]{9}$/.test(image)))
    for (const image of await images()) {
      const answer = await get(image)
      const kept = image.includes('v=i')
        ? 'max-age=31536000, immutable'
        : 'max-age=86400, stale-while-revalidate=604800'
      expect([image, answer.status, answer.headers.get('cache-control')]).toEqual([image, 200, `public, ${kept}`])
    }
  })

  it('calls each as its metadata does, as soon as that has been read', async () => {
    const names = async (): Promise<string[]> => {
      const { nfts } = await (await get(`/api/holdings/${alice}`)).json()
      return nfts.map((nft: { name: string; collectionName: string; tokenId: string }) =>
        nft.name === `${nft.collectionName} #${nft.tokenId}` ? `${nft.name} has no name of its own` : nft.name,
      )
    }
    await expect.poll(names).not.toContainEqual(expect.stringContaining('no name of its own'))
  })

  it('tells what the metadata says of a token', async () => {
    const [nft] = world.collections.startingNfts('alice', 'dokyo')
    const answer = await (await get(`/api/nft/${nft?.contract}/${nft?.tokenId}`)).json()
    expect(answer).toMatchObject({
      success: true,
      contract: nft?.contract,
      tokenId: String(nft?.tokenId),
      collectionName: 'Dokyo',
    })
    expect(answer.name).toContain(`#${nft?.tokenId}`)
  })

  it('answers an address in any case, and the same twice with 304 and nothing', async () => {
    const first = await get(`/api/holdings/${alice.toLowerCase()}`)
    const etag = first.headers.get('etag') ?? ''
    expect((await first.json()).address).toBe(alice)
    await world.chain.client.mine({ blocks: 1 })
    const second = await get(`/api/holdings/${alice}`, { 'if-none-match': etag })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
  })

  it('counts each collection’s tokens, Dokyo’s without those at the burn address', async () => {
    const { collections } = await (await get('/api/collections')).json()
    const addressOf = (key: string) => world.builtFor.collections.find((row) => row.key === key)?.address ?? alice
    const supplyOf = (key: string) =>
      collections.find((row: { address: string }) => row.address === addressOf(key))?.supply
    const counted = async (key: string) => {
      const { client } = world.chain
      const address = addressOf(key)
      const all = await client.readContract({ abi: countAbi, address, functionName: 'totalSupply' })
      const burned = await client.readContract({ abi: countAbi, address, functionName: 'balanceOf', args: [burn] })
      return { all: Number(all), burned: Number(burned) }
    }
    const dokyo = await counted('dokyo')
    expect(collections).toHaveLength(18)
    expect(dokyo.burned).toBeGreaterThan(0)
    expect(supplyOf('dokyo')).toBe(dokyo.all - dokyo.burned)
    expect(supplyOf('smol-joes-season-2')).toBe((await counted('smol-joes-season-2')).all)
  })

  it.each([
    ['/api/holdings/0x12', 400, 'address'],
    [`/api/holdings/${alice}?cursor=x`, 400, 'cursor'],
    [`/api/nft/${alice}/1`, 404, 'contract'],
    ['/api/nft/0x12/1', 400, 'contract'],
    [`/api/nft/${alice}/-1`, 400, 'tokenId'],
  ])('%s is answered %i with the field', async (path, status, field) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ success: false, field })
  })
})

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
    receivedBlock: null,
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

  it('that did not change: its ETag is the same at another block, and another when an NFT goes into escrow, gets a name or is revealed', () => {
    const nfts = wallet(3)
    const etag = (held: readonly HeldNft[], { block = 1, unreadable = [], looks = new Map() }: Partial<Told> = {}) => {
      const holdings = { block, nfts: held, unreadable }
      const page = pageOfHoldings(collections, holdings, undefined)
      return holdingsAnswer(collections, { owner, holdings, page, looks }).etag
    }
    const [first, ...others] = nfts
    if (!first) throw new Error('a wallet of three has a first')
    const same = etag(nfts)
    expect(etag(nfts, { block: 2 })).toBe(same)
    expect(etag([{ ...first, escrowedBy: `0x${'1'.repeat(64)}` }, ...others])).not.toBe(same)
    expect(etag([{ ...first, receivedBlock: 7 }, ...others])).not.toBe(same)
    expect(etag(nfts, { unreadable: [owner] })).not.toBe(same)
    const looks = (name: string, picture: string) => ({ looks: new Map([[nftKey(first), { name, picture }]]) })
    const named = etag(nfts, looks('Sunny', ''))
    expect(named).not.toBe(same)
    expect(etag(nfts, looks('Sunny', 'i000000001'))).not.toBe(named)
  })
})

interface Told {
  readonly block: number
  readonly unreadable: readonly Address[]
  readonly looks: TokenLooks
}

describe('given a cursor that is none', () => {
  it.each(['', 'x', '0x12.3', `${owner}.x`])('%s is refused with the field', (cursor) => {
    const refused = () => pageOfHoldings(collections, { nfts: [] }, cursor)
    expect(refused).toThrow(
      expect.objectContaining({ status: 400, body: expect.objectContaining({ field: 'cursor' }) }),
    )
  })
})
