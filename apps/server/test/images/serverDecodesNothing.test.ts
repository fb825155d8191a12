import { readFile } from 'node:fs/promises'
import { demoArtifact, transact, wallets } from '@parley/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { pictureWorkerPids } from '../given/pictureWorkerPids.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'
import { photo } from './pictureFixtures.ts'
import { startOrigin, type Origin } from './startOrigin.ts'

const databases = givenDatabases('sqlite')
let market: Market
let origin: Origin
let server: ServerProcess
beforeAll(async () => {
  market = await openMarket()
  const picture = await photo(400, 400)
  origin = await startOrigin((request, response) => {
    response.end(request.url?.endsWith('.json') ? JSON.stringify({ image: `${origin.url}/picture` }) : picture)
  })
  const { abi } = await demoArtifact('DemoCollection')
  const args = [`${origin.url}/`, '.json']
  await transact(market.chain.client, {
    from: wallets.deployer,
    to: market.collection,
    abi,
    functionName: 'setUriForm',
    args,
  })
  server = startServerProcess(market, { ...(await databases.fresh()), IMAGE_TRUSTED_ORIGINS: origin.url })
})
afterAll(async () => {
  await server.kill()
  await origin.stop()
  await market.stop()
})

/** Whether a process has loaded the decoders. */
async function hasDecoders(pid: number | undefined): Promise<boolean> {
  return (await readFile(`/proc/${pid}/maps`, 'utf8')).includes('libvips')
}

describe('given a server that has served tiles and cards', () => {
  it('has never loaded a decoder itself: its workers have', async () => {
    const url = await server.url()
    const id = await market.offer()
    const { tokenId } = await market.mint('alice')
    const fetched = async (path: string): Promise<Buffer | null> => {
      const response = await fetch(url + path)
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null
    }
    const tile = await until(() => fetched(`/api/nft/${market.collection}/${tokenId}/image`))
    expect(await sharp(tile).metadata()).toMatchObject({ format: 'webp', width: 256 })
    const card = await until(() => fetched(`/api/swap-offers/${id}/picture.png`))
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200 })
    // One may just have started: a card doesn't wait for late pictures.
    await until(async () => {
      const workers = await pictureWorkerPids(server.pid)
      return (
        workers.length > 0 &&
        (await Promise.all(workers.map((pid) => hasDecoders(pid).catch(() => false)))).every(Boolean)
      )
    })
    expect(await hasDecoders(server.pid)).toBe(false)
  })
})
