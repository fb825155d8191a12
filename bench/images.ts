import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { createPictureWorkers } from '@parley/server/images/pictureWorkers'
import { demoArtifact, startWorld, transact, wallets, type World } from '@parley/testkit'
import sharp from 'sharp'
import type { Bench, BenchRow } from './Bench.ts'
import { startPictureOrigin, type PictureOrigin } from './cases/pictureOrigin.ts'
import { median, timed } from './cases/proxiedWorld.ts'

const collection = 'hoppers'
const runs = 5
const picturesARun = 40
const cachedRequests = 2_000
const askers = 100
const goalTileBytes = 10_000
/** The server's limit of concurrent scaling jobs. */
const scaledAtOnce = 2

export const bench: Bench = {
  about:
    'Tiles of 256 px from pictures of 2,000 px. bare: sharp alone over the same pictures. static: the same bytes as a file of the page.',
  async run() {
    const origin = await startPictureOrigin(picturesARun)
    const page = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    await writeFile(join(page, 'index.html'), '<!doctype html>')
    await writeFile(join(page, 'tile.webp'), await bareTile(origin.pictures[0] ?? Buffer.alloc(0)))
    const world = await startWorld({
      seed: 'empty',
      blockTimeS: null,
      webDist: page,
      serverEnv: { IMAGE_TRUSTED_ORIGINS: origin.url, REQUESTS_PER_MINUTE: '1000000' },
    })
    try {
      const nfts = await showPictures(world, origin)
      return [
        await scaling(origin),
        ...(await coldTiles(world, origin, nfts.slice(0, runs * picturesARun))),
        ...(await manyAskers(world, origin, nfts.at(-1))),
        await cachedTile(world, page, nfts[0]),
      ]
    } finally {
      await world.stop()
      await origin.stop()
      await rm(page, { recursive: true, force: true })
    }
  },
}

/** Lets a collection's tokens show the origin's pictures. */
async function showPictures(world: World, origin: PictureOrigin): Promise<readonly Nft[]> {
  const { abi } = await demoArtifact('DemoCollection')
  const to = world.collections.addressOf(collection)
  const args = [`${origin.url}/`, '.json']
  await transact(world.chain.client, { from: wallets.deployer, to, abi, functionName: 'setUriForm', args })
  return world.collections.startingNfts('crowd', collection)
}

function bareTile(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize({ width: 256, height: 256, fit: 'inside' }).webp({ quality: 75, effort: 3 }).toBuffer()
}

/** The server's workers scaling pictures, with nothing around them. */
async function scaling({ pictures }: PictureOrigin): Promise<BenchRow> {
  const workers = createPictureWorkers({ log: { info: () => undefined, warn: () => undefined } })
  const workerTile = (bytes: Buffer): Promise<Uint8Array> =>
    workers.tile({
      collection: 'bench',
      digest: hash('sha256', bytes),
      type: 'image/png',
      bytes,
      size: 256,
      reread: async () => bytes,
    })
  const ours: number[] = []
  const bare: number[] = []
  // Starts the processes first, so that this isn't measured.
  await inTurn(pictures.slice(0, 2 * scaledAtOnce), scaledAtOnce, workerTile)
  for (let run = 0; run < runs; run++) {
    ours.push((await timed(() => inTurn(pictures, scaledAtOnce, workerTile))).ms)
    bare.push((await timed(() => inTurn(pictures, scaledAtOnce, bareTile))).ms)
  }
  workers.close()
  const rate = (ms: number): number => (pictures.length * 1_000) / ms
  return {
    case: 'scaling',
    figure: rate(median(ours)),
    unit: 'tiles/s',
    reference: rate(median(bare)),
    against: 'bare',
  }
}

/** Chain, metadata, picture, scaling and cache for each tile, compared with scaling alone. */
async function coldTiles(world: World, origin: PictureOrigin, nfts: readonly Nft[]): Promise<BenchRow[]> {
  const served: number[] = []
  const bare: number[] = []
  const bytes: number[] = []
  for (let run = 0; run < runs; run++) {
    const part = nfts.slice(run * picturesARun, (run + 1) * picturesARun)
    const tiles = await timed(() => inTurn(part, scaledAtOnce + 2, (nft) => fetchBytes(world.url + imageUrl(nft))))
    const loop = await timed(() => inTurn(origin.pictures, scaledAtOnce, bareTile))
    served.push((part.length * 1_000) / tiles.ms)
    bare.push((origin.pictures.length * 1_000) / loop.ms)
    bytes.push(...tiles.value.map((tile) => tile.length))
  }
  return [
    { case: 'largest tile', figure: Math.max(...bytes), unit: 'bytes', reference: goalTileBytes, against: 'goal' },
    { case: 'cold tiles', figure: median(served), unit: 'tiles/s', reference: median(bare), against: 'bare' },
  ]
}

async function manyAskers(world: World, origin: PictureOrigin, nft: Nft | undefined): Promise<BenchRow[]> {
  if (!nft) return []
  const url = world.url + imageUrl(nft)
  const before = origin.fetches()
  await Promise.all(Array.from({ length: askers }, () => fetchBytes(url)))
  const atOnce = origin.fetches() - before
  for (let ask = 0; ask < askers; ask++) await fetchBytes(`${url}&ts=${ask}&retry=1`)
  return [
    { case: `fetches for ${askers} askers at once`, figure: atOnce, unit: 'fetches', reference: 1, against: 'one' },
    {
      case: `and ${askers} more with ts and retry`,
      figure: origin.fetches() - before,
      unit: 'fetches',
      reference: 1,
      against: 'one',
    },
  ]
}

async function cachedTile(world: World, page: string, nft: Nft | undefined): Promise<BenchRow> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const tileUrl = nft ? world.url + imageUrl(nft) : ''
  await writeFile(join(page, 'tile.webp'), await fetchBytes(tileUrl))
  const rates = { tile: [] as number[], file: [] as number[] }
  const rate = async (url: string): Promise<number> => {
    const { ms } = await timed(() =>
      inTurn(
        Array.from({ length: cachedRequests }, () => url),
        16,
        (each) => fetchBytes(each, agent),
      ),
    )
    return (cachedRequests * 1_000) / ms
  }
  for (let run = 0; run < runs; run++) {
    rates.tile.push(await rate(tileUrl))
    rates.file.push(await rate(`${world.url}/tile.webp`))
  }
  agent.destroy()
  return {
    case: 'cached tile',
    figure: median(rates.tile),
    unit: 'requests/s',
    reference: median(rates.file),
    against: 'static',
  }
}

/** Processes the items, `atOnce` at a time. */
async function inTurn<S, T>(items: readonly S[], atOnce: number, work: (item: S) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function fetchBytes(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = get(url, agent ? { agent } : {}, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
