import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChainClient } from '@parley/chain'
import type { Address, Nft } from '@parley/domain'
import {
  demoArtifact,
  deploy,
  localChainId,
  multicall3Address,
  startChain,
  transact,
  wallets,
  type Chain,
} from '@parley/testkit'
import { routes } from '@parley/protocol'
import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createPictureVersions } from '../../src/names/createTokenNames.ts'
import { parseInput } from '../../src/http/bindRoutes.ts'
import { answerErrors } from '../../src/http/httpError.ts'
import { nftHandlers, openImages, serveImages, type Images } from '../../src/images/imageRoutes.ts'
import { startOrigin, type Origin } from './startOrigin.ts'

/** A chain with two collections, a web server for metadata and pictures, a cache folder and a database. */
export interface ImageWorld {
  readonly chain: Chain
  readonly collection: Address
  readonly otherCollection: Address
  readonly origin: Origin
  /** The origin's files by path. */
  readonly content: Map<string, string | Uint8Array>
  /** Lines of the log so far. */
  readonly logged: readonly Record<string, unknown>[]
  /** Opens a server's images on this world's folder and database. */
  open(options?: Parameters<typeof openImages>[2]): Promise<Images>
  /** Mints a token with this URI. */
  tokenWith(uri: string, contract?: Address): Promise<Nft>
  /** Gives a token another URI, as a reveal does. */
  reveal(nft: Nft, uri: string): Promise<void>
  /** A token whose metadata and picture are files of the origin. */
  tokenShowing(name: string, picture: string | Uint8Array, contract?: Address): Promise<Nft>
  stop(): Promise<void>
}

/** @param redirects where paths of the origin lead instead of being answered. */
export async function openImageWorld(redirects: ReadonlyMap<string, string> = new Map()): Promise<ImageWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-images-'))
  const chain = await startChain()
  const mortal = await demoArtifact('MortalCollection')
  const { address: collection } = await deploy(chain.client, mortal, [])
  const { address: otherCollection } = await deploy(chain.client, mortal, [])
  const content = new Map<string, string | Uint8Array>()
  const origin = await startOrigin((request, response) => {
    const body = content.get(request.url ?? '')
    const location = redirects.get(request.url ?? '')
    if (location !== undefined) response.writeHead(302, { location }).end()
    else if (body === undefined) response.writeHead(404).end()
    // The wrong type on purpose: the server's claim doesn't count.
    else response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  const db = await openDatabase({ engine: 'sqlite', folder: join(folder, 'database') }, pino({ level: 'silent' }))
  const logged: Record<string, unknown>[] = []
  const opened: Images[] = []
  let nextId = 0n

  const send = (to: Address, functionName: string, args: readonly unknown[]) =>
    transact(chain.client, { from: wallets.alice, to, abi: mortal.abi, functionName, args })

  async function tokenWith(uri: string, contract = collection): Promise<Nft> {
    const tokenId = (nextId += 1n)
    await send(contract, 'mint', [wallets.alice.account.address, tokenId])
    await send(contract, 'setTokenUri', [tokenId, uri])
    return { contract, tokenId }
  }

  return {
    chain,
    collection,
    otherCollection,
    origin,
    content,
    logged,
    async open(options) {
      const client = createChainClient({
        chainId: localChainId,
        chainName: 'local',
        rpcUrls: [chain.url],
        multicall3: multicall3Address,
      })
      const config = {
        cacheFolder: folder,
        cacheMaxBytes: 50_000_000,
        shared: null,
        store: null,
        imgproxy: null,
        workers: 3,
        ipfsGateways: [`${origin.url}/ipfs/`],
        arweaveGateways: [`${origin.url}/ar/`],
        trustedOrigins: [origin.url],
      }
      const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) })
      const images = await openImages(
        { chain: client, log, versions: createPictureVersions({ db, log }) },
        config,
        options,
      )
      opened.push(images)
      return images
    },
    tokenWith,
    async reveal({ contract, tokenId }, uri) {
      await send(contract, 'setTokenUri', [tokenId, uri])
    },
    async tokenShowing(name, picture, contract) {
      content.set(`/${name}.json`, JSON.stringify({ name, image: `${origin.url}/${name}.bin` }))
      content.set(`/${name}.bin`, picture)
      return tokenWith(`${origin.url}/${name}.json`, contract)
    },
    async stop() {
      for (const images of opened) images.close()
      await db.close()
      await origin.stop()
      await chain.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The routes of a server for one collection. */
export function serveImageRoutes(collection: Address, images: Images): FastifyInstance {
  const app = fastify()
  answerErrors(app)
  const row = {
    key: 'mortal',
    name: 'Mortal',
    address: collection,
    discovery: { kind: 'scan', lastId: 1_000 },
  } as const
  serveImages(app, [row], images.pictures)
  const { nft } = nftHandlers([row], images)
  app.route({
    method: 'GET',
    url: routes.nft.path,
    handler: async (request) => {
      const params = parseInput(routes.nft.params, request.params)
      return (await nft({ params, query: {}, body: undefined, request })).body
    },
  })
  return app
}
