import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { demoArtifact, deploy, transact, wallets } from '@parley/testkit'
import sharp from 'sharp'
import { placeOf } from '../../src/images/createPictures.ts'
import { pictureVersion } from '../../src/images/pictureVersion.ts'
import type { Folder } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { type Origin, startOrigin } from './startOrigin.ts'

/** An NFT, where a server shows it, and where its host has the picture. */
export interface HostedNft {
  readonly path: string
  readonly original: string
  /** A path at the host. */
  readonly image: string
  /** As caches name it. */
  readonly key: string
}

/** A market with one more collection, whose metadata and pictures are at a host of the test. */
export interface PictureHost {
  readonly market: Pick<Market, 'chain' | 'deploymentFile'>
  /** The settings of a server that may read from the host. */
  readonly settings: Readonly<Record<string, string>>
  readonly origin: Origin
  /** Its files by path. */
  readonly content: Map<string, Uint8Array | string>
  /** From now on a picture is answered only once {@link release} is called. */
  hold(): void
  /** Requests for pictures that wait. */
  held(): number
  release(): void
  /** @param isThere whether the host has the picture. */
  mint(options?: { isThere?: boolean }): Promise<HostedNft>
  /** Lets the metadata of an NFT name another picture, as a reveal does. @returns its path at the host. */
  reveal(nft: HostedNft, picture: Uint8Array): string
  stop(): Promise<void>
}

export async function openPictureHost(folder: Folder): Promise<PictureHost> {
  const market = await openMarket()
  const mortal = await demoArtifact('MortalCollection')
  const { address: collection } = await deploy(market.chain.client, mortal, [])
  const content = new Map<string, Uint8Array | string>()
  const waiting: (() => void)[] = []
  let isHeld = false
  const answer = (path: string, response: ServerResponse): void => {
    const body = content.get(path)
    if (body === undefined) response.writeHead(404).end()
    else response.end(body)
  }
  const origin = await startOrigin(({ url = '' }, response) => {
    if (isHeld && url.endsWith('.png')) waiting.push(() => answer(url, response))
    else answer(url, response)
  })
  const mortals = { key: 'mortals', name: 'Mortals', address: collection, discovery: { kind: 'scan', lastId: 200 } }
  const deployment = { ...market.deployment, collections: [...market.deployment.collections, mortals] }
  const deploymentFile = folder.path('deployment.json')
  await writeFile(deploymentFile, JSON.stringify(deployment))
  let tokens = 0n
  return {
    market: { chain: market.chain, deploymentFile },
    settings: { IMAGE_TRUSTED_ORIGINS: origin.url, PICTURE_WORKERS: '2' },
    origin,
    content,
    hold: () => (isHeld = true),
    held: () => waiting.length,
    release() {
      isHeld = false
      for (const send of waiting.splice(0)) send()
    },
    async mint({ isThere = true } = {}) {
      const tokenId = (tokens += 1n)
      const send = (functionName: string, args: readonly unknown[]) =>
        transact(market.chain.client, { from: wallets.alice, to: collection, abi: mortal.abi, functionName, args })
      await send('mint', [wallets.alice.account.address, tokenId])
      await send('setTokenUri', [tokenId, `${origin.url}/${tokenId}.json`])
      const image = `/${tokenId}.png`
      content.set(`/${tokenId}.json`, JSON.stringify({ name: 'A mortal', image: origin.url + image }))
      if (isThere) content.set(image, await square({ r: Number(tokenId), g: 0, b: 0 }))
      const path = `/api/nft/${collection}/${tokenId}/image`
      const key = placeOf({ contract: collection, tokenId }, pictureVersion([origin.url + image]))
      return { path, original: `${path}?size=original`, image, key }
    },
    reveal({ image }, picture) {
      const revealed = image.replace('.png', '-revealed.png')
      content.set(revealed, picture)
      content.set(image.replace('.png', '.json'), JSON.stringify({ name: 'Revealed', image: origin.url + revealed }))
      return revealed
    },
    async stop() {
      await origin.stop()
      await market.stop()
    },
  }
}

export function square(background: { r: number; g: number; b: number }, px = 8): Promise<Buffer> {
  return sharp({ create: { width: px, height: px, channels: 3, background } })
    .png()
    .toBuffer()
}
