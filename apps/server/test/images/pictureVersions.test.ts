import type { Nft } from '@parley/domain'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Images } from '../../src/images/imageRoutes.ts'
import { openImageWorld, serveImageRoutes, type ImageWorld } from './imageWorld.ts'
import { photo, svgs } from './pictureFixtures.ts'

let world: ImageWorld
let app: FastifyInstance
const apps = new Set<FastifyInstance>()

beforeAll(async () => {
  world = await openImageWorld()
  app = given(await world.open())
})
afterAll(async () => {
  for (const each of apps) await each.close()
  await world.stop()
})

/** The routes of one server. */
function given(images: Images): FastifyInstance {
  const served = serveImageRoutes(world.collection, images)
  apps.add(served)
  return served
}

const pathOf = ({ contract, tokenId }: Nft): string => `/api/nft/${contract}/${tokenId}/image`
const get = (path: string) => app.inject({ url: path })

const aDay = 'public, max-age=86400, stale-while-revalidate=604800'
const aYear = 'public, max-age=31536000, immutable'
const notKept = 'private, no-cache'
const contentId = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'

/** Where a server says that an NFT's picture is, as pages hear it. */
async function addressOf(nft: Nft, at = app): Promise<string> {
  const { image } = (await at.inject({ url: pathOf(nft).replace(/\/image$/, '') })).json()
  return image
}

/** Metadata in the URI itself. */
const naming = (metadata: object): string => `data:application/json,${encodeURIComponent(JSON.stringify(metadata))}`

describe('given the version of a picture', () => {
  it.each([
    ['of a content id', `ipfs://${contentId}/a.png`, 'i', aYear],
    ['on chain', svgs.plain, 'i', aYear],
    ['of a web server', '/b.png', 'm', aDay],
    ["of a gateway of the collection's choice", `/ipfs/${contentId}/a.png`, 'm', aDay],
  ])('its address says how long a picture %s may be kept', async (_, place, mark, kept) => {
    const picture = await photo(80, 80)
    for (const path of [`/ipfs/${contentId}/a.png`, '/b.png']) world.content.set(path, picture)
    const image = place.startsWith('/') ? world.origin.url + place : place
    const nft = await world.tokenWith(naming({ image }))
    const address = await addressOf(nft)
    expect(address).toMatch(
      new RegExp(`^/api/nft/${nft.contract}/${nft.tokenId}/image\\?size=1024&v=${mark}[0-9a-z]{9}$`),
    )
    for (const size of ['256', '512', '1024', 'original']) {
      const sized = address.replace('1024', size)
      const { statusCode, headers } = await get(sized)
      expect([size, statusCode, headers['cache-control']]).toEqual([size, 200, kept])
      expect((await get(sized.replace(/&v=.*/, ''))).headers['cache-control']).toBe(aDay)
      const again = await app.inject({ url: sized, headers: { 'if-none-match': String(headers.etag) } })
      expect([again.statusCode, again.headers['cache-control']]).toEqual([304, kept])
    }
  })

  it('a picture with several places is not kept for good, since another one may work tomorrow', async () => {
    world.content.set(`/ipfs/${contentId}/c.png`, await photo(80, 80))
    const places = { image: `ipfs://${contentId}/gone.png`, animation_url: `ipfs://${contentId}/c.png` }
    const address = await addressOf(await world.tokenWith(naming(places)))
    expect((await get(address)).headers['cache-control']).toBe(aDay)
  })

  it("a made-up one, or another NFT's, gets the current picture, which no cache may keep, and takes no room", async () => {
    const images = await world.open()
    const served = given(images)
    const nft = await world.tokenShowing('versioned', await photo(120, 120))
    const other = await addressOf(await world.tokenWith(naming({ image: svgs.plain })))
    const address = await addressOf(nft, served)
    const right = await served.inject({ url: address })
    const before = await images.cachedBytes()
    const [, othersVersion = ''] = other.split('&v=')
    const madeUp = Array.from({ length: 50 }, (_, index) => `i${String(index).padStart(9, '0')}`)
    for (const version of [othersVersion, ...madeUp, 'm', '', 'x'.repeat(1_000), '../../versioned', '%00', 'i<svg/>']) {
      const wrong = address.replace(/&v=.*/, `&v=${version}`)
      const { statusCode, headers, rawPayload } = await served.inject({ url: wrong })
      expect([version, statusCode, headers['cache-control']]).toEqual([version, 200, notKept])
      expect(rawPayload.equals(right.rawPayload)).toBe(true)
      const known = await served.inject({ url: wrong, headers: { 'if-none-match': String(headers.etag) } })
      expect([known.statusCode, known.headers['cache-control']]).toEqual([304, notKept])
    }
    expect(await images.cachedBytes()).toBe(before)
    expect(world.origin.requests('/versioned.bin')).toBe(1)
  })
})

describe('given an NFT that is revealed', () => {
  /** The colour in the middle of a tile. */
  const colourOf = async (at: FastifyInstance, url: string) => {
    const { rawPayload, headers } = await at.inject({ url })
    const { dominant } = await sharp(rawPayload).stats()
    return [dominant.r > dominant.b ? 'red' : 'blue', headers['cache-control']]
  }
  const plain = (background: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
  const named = (path: string) => naming({ name: path, image: `ipfs://${contentId}/${path}.png` })

  it('has a new address with the new picture on every server, while the old address keeps the old one', async () => {
    world.content.set(`/ipfs/${contentId}/hidden.png`, await plain('#f00'))
    world.content.set(`/ipfs/${contentId}/shown.png`, await plain('#00f'))
    const nft = await world.tokenWith(named('hidden'))
    const other = given(await world.open())
    const [before, ...same] = [await addressOf(nft), await addressOf(nft, other)]
    expect(same).toEqual([before])
    for (const at of [app, other]) expect(await colourOf(at, before)).toEqual(['red', aYear])

    await world.reveal(nft, named('shown'))
    // It has read no metadata yet; the others believe theirs for some minutes.
    const late = given(await world.open())
    const after = await addressOf(nft, late)
    expect(after).not.toBe(before)
    for (const at of [other, app, late]) {
      expect(await colourOf(at, after)).toEqual(['blue', aYear])
      expect(await colourOf(at, before)).toEqual(['red', aYear])
      expect(await colourOf(at, pathOf(nft))).toEqual(['blue', aDay])
      expect(await addressOf(nft, at)).toBe(after)
    }
  })

  it('shows the new picture at the old address where the old one was never cached, and no cache may keep it', async () => {
    world.content.set(`/ipfs/${contentId}/early.png`, await plain('#f00'))
    world.content.set(`/ipfs/${contentId}/later.png`, await plain('#00f'))
    const nft = await world.tokenWith(named('early'))
    const before = await addressOf(nft)
    // Its tile was never made, and this server never read its metadata.
    await world.open().then(({ versions, metadata }) => metadata(nft).then((read) => versions.keep(nft, read)))
    await world.reveal(nft, named('later'))
    const late = given(await world.open())
    expect(await colourOf(late, before)).toEqual(['blue', notKept])
    expect(await colourOf(late, await addressOf(nft, late))).toEqual(['blue', aYear])
  })
})
