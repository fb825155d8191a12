import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { swapEscrowAbi } from '@parley/chain'
import { erc721Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../src/world/startWorld.ts'
import { WorldBrokenError } from '../src/world/WorldBrokenError.ts'
import { worldFiles } from '../src/world/worldFiles.ts'

const tokenUriAbi = [
  {
    type: 'function',
    name: 'tokenURI',
    stateMutability: 'view',
    inputs: [{ name: 'tokenId', type: 'uint256' }],
    outputs: [{ type: 'string' }],
  },
] as const

let folder: string
let world: World
const startedS = Math.floor(Date.now() / 1000)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-world-test-'))
  world = await startWorld({ stock: 'few', dataFolder: folder, blockTimeS: null })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

async function tokenUri(
  holder: 'alice' | 'carol',
  key: Parameters<World['collections']['addressOf']>[0],
): Promise<string> {
  const [nft] = world.collections.startingNfts(holder, key)
  if (!nft) throw new Error(`${holder} has none of ${key}`)
  return world.chain.client.readContract({
    address: nft.contract,
    abi: tokenUriAbi,
    functionName: 'tokenURI',
    args: [nft.tokenId],
  })
}

describe('given the demonstration world', () => {
  it('answers /api/config with chain 43114 and its escrow, has eighteen collections, and is ready', async () => {
    const config = await (await fetch(`${world.url}/api/config`)).json()
    expect(config).toMatchObject({ chainId: 43114, network: 'local', escrows: [{ address: world.escrow }] })
    expect(world.builtFor).toHaveProperty('collections.length', 18)
    await expect.poll(async () => (await fetch(`${world.url}/health`)).json()).toMatchObject({ ready: true })
  })

  it('has a clock that neither runs ahead of the world nor lags behind', async () => {
    const nowS = await world.clock.nowS()
    expect(nowS).toBeGreaterThanOrEqual(startedS)
    expect(nowS).toBeLessThanOrEqual(Date.now() / 1000)
  })

  it('has offers that wait, that ran out, and that were settled, some within the last day', async () => {
    const { client } = world.chain
    const created = await client.getContractEvents({
      address: world.escrow,
      abi: swapEscrowAbi,
      eventName: 'SwapOfferCreated',
      fromBlock: 0n,
    })
    const multi = await client.getContractEvents({
      address: world.escrow,
      abi: swapEscrowAbi,
      eventName: 'MultiSwapOfferCreated',
      fromBlock: 0n,
    })
    const nowS = BigInt(await world.clock.nowS())
    const statuses = await Promise.all(
      [...created, ...multi].map(async ({ args }) => {
        const [, , expiresAt, status] = await client.readContract({
          address: world.escrow,
          abi: swapEscrowAbi,
          functionName: 'swapOffers',
          args: [args.offerId ?? '0x'],
        })
        return status === 1 && expiresAt < nowS ? 'expired' : status
      }),
    )
    const count = (wanted: number | string): number => statuses.filter((status) => status === wanted).length
    expect([count(1), count('expired'), count(2), count(3)]).toEqual([6, 3, 4, 2])
  })

  it('serves metadata in the forms that projects use: drawn by the contract, on a web server, on IPFS', async () => {
    expect(await tokenUri('carol', 'roostr')).toMatch(/^ipfs:\/\/baf[a-z2-7]+\/\d+\.json$/)
    expect(await tokenUri('alice', 'parley')).toMatch(/^data:application\/json;base64,/)
    const served = await tokenUri('alice', 'dokyo')
    const metadata: { name: string; image: string } = JSON.parse(await (await fetch(served)).text())
    expect(metadata.name).toMatch(/ #\d+$/)
    const picture = await fetch(metadata.image)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    const face = await (await fetch(await tokenUri('carol', 'the-face-1966'))).json()
    expect(face).toHaveProperty('image_data', expect.stringMatching(/^<svg/))
  })

  describe('when it is stopped and started again', () => {
    it('goes on where it was: same contracts, same owners, same server address, pictures served', async () => {
      const before = world
      const [nft] = world.collections.startingNfts('bob', 'nochillio').slice(-1)
      if (!nft) throw new Error('Bob has no nochillio')
      await world.stop()
      world = await startWorld({ dataFolder: folder, blockTimeS: null, port: before.server.port })
      expect(world.url).toBe(before.url)
      expect(world.deployment).toEqual(before.deployment)
      expect(world.isOutdated).toBe(false)
      const owner = await world.chain.client.readContract({
        address: nft.contract,
        abi: erc721Abi,
        functionName: 'ownerOf',
        args: [nft.tokenId],
      })
      expect(owner).toBe(world.wallets.bob.account.address)
      expect((await fetch(await tokenUri('alice', 'dokyo'))).status).toBe(200)
    })
  })

  describe('when its server goes away and comes back', () => {
    it('answers at the same address', async () => {
      await world.server.stop()
      await expect(fetch(`${world.url}/health`)).rejects.toThrow()
      await world.server.start()
      expect((await fetch(`${world.url}/api/config`)).status).toBe(200)
    })
  })

  describe('when its chain is damaged', () => {
    it('says that it is broken and leaves it as it is', async () => {
      const damaged = await mkdtemp(join(tmpdir(), 'parley-world-damaged-'))
      const [from, to] = [worldFiles(folder), worldFiles(damaged)]
      for (const file of ['manifest', 'deployment'] as const) await writeFile(to[file], await readFile(from[file]))
      await writeFile(to.chainState, '{"block":')
      await expect(startWorld({ dataFolder: damaged })).rejects.toThrow(WorldBrokenError)
      expect(await readFile(to.chainState, 'utf8')).toBe('{"block":')
      await rm(to.chainState)
      await expect(startWorld({ dataFolder: damaged })).rejects.toThrow(WorldBrokenError)
      expect(existsSync(to.chainState)).toBe(false)
      await rm(damaged, { recursive: true })
    })
  })
})

describe('given the server of the demonstration world', () => {
  it('shows a picture of every collection, whatever form its URIs have', async () => {
    for (const { key, address } of world.collections.rows) {
      const nft = world.collections.startingNfts('carol').find(({ contract }) => contract === address)
      const picture = await fetch(`${world.url}/api/nft/${address}/${nft?.tokenId}/image?size=256`)
      expect([key, picture.status, picture.headers.get('content-type')]).toEqual([key, 200, 'image/webp'])
    }
  })
})
