import { startWorld, wallets, type World } from '@parley/testkit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: World
const alice = wallets.alice.account.address
beforeAll(async () => {
  world = await startWorld({ seed: 'demo', stock: 'few', blockTimeS: null })
  await fetch(`${world.url}/api/swap-offers/sync`)
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
