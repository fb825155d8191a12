import type { Nft } from '@parley/domain'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayPass, type PictureProblem } from '../../src/images/PictureError.ts'
import { openImageWorld, serveImageRoutes, type ImageWorld } from './imageWorld.ts'
import { gifOfFrames, photo, pngBomb, svgs } from './pictureFixtures.ts'
import { startOrigin, type Origin } from './startOrigin.ts'

let world: ImageWorld
let canary: Origin
let app: FastifyInstance

beforeAll(async () => {
  canary = await startOrigin((_, response) => response.end('no'))
  world = await openImageWorld(new Map([['/inwards', canary.url]]))
  world.content.set('/deep.json', '['.repeat(100_000))
  // Long enough for honest drawings.
  const images = await world.open({ limits: { drawingCpuMs: 1_000 } })
  app = serveImageRoutes(world.collection, images)
})
afterAll(async () => {
  await app.close()
  await world.stop()
  await canary.stop()
})

const pathOf = ({ contract, tokenId }: Nft): string => `/api/nft/${contract}/${tokenId}/image`
const tokenWith = async (uri: string): Promise<string> => pathOf(await world.tokenWith(uri))
const tokenShowing = async (name: string, picture: string | Uint8Array): Promise<string> =>
  pathOf(await world.tokenShowing(name, picture))

const get = (path: string) => app.inject({ url: path })

describe('given pictures of every kind', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('a %s becomes a tile of at most 10 KB', async (format) => {
    const path = await tokenShowing(`photo-${format}`, await photo(1_200, 900, format))
    const { statusCode, headers, rawPayload } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    expect(rawPayload.length).toBeLessThanOrEqual(10_000)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 192 })
  })

  it.each([
    ['256', 256],
    ['512', 512],
    ['1024', 1024],
  ])('the size %s is what it says', async (size, side) => {
    const path = await tokenShowing(`sized-${size}`, await photo(1_500, 1_500))
    expect(await sharp((await get(`${path}?size=${size}`)).rawPayload).metadata()).toMatchObject({
      width: side,
      height: side,
    })
  })

  it('the original goes out as it is, under its true type', async () => {
    const picture = await photo(300, 300, 'jpeg')
    const { headers, rawPayload } = await get(`${await tokenShowing('original', picture)}?size=original`)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(rawPayload.equals(picture)).toBe(true)
  })

  it.each([
    ['plain', svgs.plain],
    ['with a declaration and a size of its own', svgs.sized],
    ['with a script', svgs.script],
  ])('a drawing %s is drawn, not run', async (name, svg) => {
    const { statusCode, headers, rawPayload } = await get(
      await tokenShowing(`svg ${name.replaceAll(' ', '-')}`.replace(' ', '-'), svg),
    )
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/webp')
    expect((await sharp(rawPayload).metadata()).width).toBe(256)
  })

  it('a drawing as the original is locked into a sandbox', async () => {
    const { headers } = await get(`${await tokenShowing('svg-original', svgs.script)}?size=original`)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })

  it('only the first frame of many is drawn', async () => {
    const { statusCode, rawPayload } = await get(await tokenShowing('gif', gifOfFrames(20_000)))
    expect(statusCode).toBe(200)
    expect((await sharp(rawPayload).metadata()).pages).toBeUndefined()
  })
})

describe('given metadata in every form', () => {
  const id = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
  const dataSvg = `data:image/svg+xml;base64,${Buffer.from(svgs.plain).toString('base64')}`
  const forms: [string, string][] = [
    [
      'data: in base64',
      `data:application/json;base64,${Buffer.from(JSON.stringify({ image: dataSvg })).toString('base64')}`,
    ],
    ['data: in plain text', `data:application/json;utf8,${JSON.stringify({ image: dataSvg })}`],
    ['image_data', `data:application/json,${encodeURIComponent(JSON.stringify({ image_data: svgs.plain }))}`],
    ['image_url', `data:application/json,${encodeURIComponent(JSON.stringify({ image_url: dataSvg }))}`],
    [
      'animation_url for want of better',
      `data:application/json,${encodeURIComponent(JSON.stringify({ animation_url: dataSvg }))}`,
    ],
    [
      'a first place that is broken',
      `data:application/json,${encodeURIComponent(JSON.stringify({ image: 'gone', image_data: svgs.plain }))}`,
    ],
    ['the picture in place of the metadata', dataSvg],
    ['IPFS', `ipfs://${id}/1`],
    ['a bare content id', `${id}/1`],
  ]
  it.each(forms)('%s leads to the picture', async (_, uri) => {
    world.content.set(`/ipfs/${id}/1`, JSON.stringify({ image: `ipfs://${id}/pic.png` }))
    world.content.set(`/ipfs/${id}/pic.png`, await photo(64, 64))
    expect((await get(await tokenWith(uri))).statusCode).toBe(200)
  })
})

describe('given what is no picture', () => {
  const cases: [string, () => Promise<string>, PictureProblem][] = [
    ['a bomb of 30,000 by 30,000', () => tokenShowing('bomb', pngBomb()), 'tooLarge'],
    [
      'more bytes than are taken',
      () => tokenShowing('heavy', Buffer.concat([pngBomb(10), Buffer.alloc(21_000_000)])),
      'tooLarge',
    ],
    ['a page', () => tokenShowing('page', '<!doctype html><html><svg></svg></html>'), 'notAnImage'],
    [
      'a page called SVG',
      () => tokenShowing('page2', '<html xmlns:svg="http://www.w3.org/2000/svg"><script>1</script></html>'),
      'notAnImage',
    ],
    ['a PDF', () => tokenShowing('pdf', '%PDF-1.7'), 'notAnImage'],
    ['a picture cut off', async () => tokenShowing('cut', (await photo(500, 500)).subarray(0, 300)), 'notRendered'],
    ['a drawing with entities', () => tokenShowing('entities', svgs.entities), 'notAnImage'],
    ['a drawing of 100,000 by 100,000', () => tokenShowing('huge', svgs.huge), 'tooLarge'],
    ['a drawing full of filters', () => tokenShowing('filter', svgs.filter), 'killedWorker'],
    ['a drawing that takes 5 GB', () => tokenShowing('memory', svgs.memory), 'killedWorker'],
    ['nothing at its place', () => tokenWith(`${world.origin.url}/missing.json`), 'badStatus'],
    ['a redirect to a private address', () => tokenWith(`${world.origin.url}/inwards`), 'refused'],
    ['an address that is not public', () => tokenWith(`http://127.0.0.1:${canary.port}/1.json`), 'refused'],
    ['metadata that is nonsense', () => tokenWith('data:application/json,not json'), 'badMetadata'],
    ['metadata nested 100,000 deep', () => tokenWith(`${world.origin.url}/deep.json`), 'badMetadata'],
    ['metadata without a picture', () => tokenWith('data:application/json,{"name":"x"}'), 'badMetadata'],
    ['an empty URI', () => tokenWith(''), 'badUri'],
  ]
  it.each(cases)('%s: there is no picture, and the log says why', async (_, token, problem) => {
    const path = await token()
    const { statusCode, headers, rawPayload } = await get(path)
    // An error would fill the console of every visitor who sees such a token.
    if (mayPass(problem)) expect(statusCode).toBeGreaterThanOrEqual(500)
    else {
      expect(statusCode).toBe(204)
      expect(headers['x-no-picture']).toMatch(/picture|token/)
      expect(rawPayload).toHaveLength(0)
    }
    expect(world.logged.at(-1)).toMatchObject({ msg: 'no picture', problem, nft: path.slice(9, -6) })
  })

  it('a token that does not exist', async () => {
    expect((await get(`/api/nft/${world.collection}/999999/image`)).statusCode).toBe(404)
    expect((await get(`/api/nft/${world.collection}/999999`)).statusCode).toBe(404)
  })

  it.each([
    ['none', ''],
    ['nonsense', 'data:application/json,not json'],
    ['a place that is not fetched from', 'ftp://example.com/1.json'],
  ])('a token whose metadata is %s puts no error into a console: it has its number and no picture', async (_, uri) => {
    const picture = await tokenWith(uri)
    expect((await get(picture)).statusCode).toBe(204)
    const told = await get(picture.replace(/\/image$/, ''))
    expect(told.statusCode).toBe(200)
    expect(told.json()).toMatchObject({ name: `Mortal #${picture.split('/')[4]}`, attributes: [], metadata: 'unread' })
  })

  it('metadata that may come later is an error, so that a page asks again', async () => {
    const token = await tokenWith(`${world.origin.url}/not-there-yet.json`)
    expect((await get(token.replace(/\/image$/, ''))).statusCode).toBe(502)
  })

  it('references to the outside are not followed', async () => {
    const before = canary.connections()
    await get(await tokenShowing('outside', svgs.outside(canary.url)))
    expect(canary.connections()).toBe(before)
  })

  it('drawing goes on after a drawing that had to be killed', async () => {
    await get(await tokenShowing('slow-again', svgs.slow))
    expect((await get(await tokenShowing('fine-after', svgs.plain))).statusCode).toBe(200)
  })
})

describe('given a hundred who ask at once', () => {
  it('one fetch is made, and all get the picture', async () => {
    const path = await tokenShowing('popular', await photo(400, 400))
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => get(`${path}?ts=${index}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(100)
    expect(world.origin.requests('/popular.json')).toBe(1)
    expect(world.origin.requests('/popular.bin')).toBe(1)
  })

  it('neither ts nor retry nor another size asks again for what is there', async () => {
    const path = await tokenShowing('known', await photo(400, 400))
    for (const query of ['', '?ts=1', '?ts=2&retry=1', '?retry=1', '?size=512', '?size=original']) {
      expect((await get(path + query)).statusCode).toBe(200)
    }
    expect(world.origin.requests('/known.bin')).toBe(1)
  })
})

describe('given small pictures that are kept in memory', () => {
  it('none keeps the buffer that it came in', async () => {
    const { pictures } = await world.open()
    for (const name of ['small', 'smaller']) {
      const { bytes } = await pictures.get(await world.tokenShowing(name, svgs.plain), 256)
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
  })
})

describe('given a picture that failed', () => {
  it('is not asked for again, except once by retry', async () => {
    const path = await tokenShowing('late', 'not yet')
    for (let look = 0; look < 5; look++) expect((await get(path)).statusCode).toBe(204)
    expect(world.origin.requests('/late.bin')).toBe(1)
    for (let look = 0; look < 5; look++) expect((await get(`${path}?retry=1&ts=${look}`)).statusCode).toBe(204)
    expect(world.origin.requests('/late.bin')).toBe(2)
  })

  it('appears by retry once it is there', async () => {
    const path = await tokenShowing('mended', 'not yet')
    await get(path)
    world.content.set('/mended.bin', await photo(100, 100))
    expect((await get(path)).statusCode).toBe(204)
    expect((await get(`${path}?retry=1`)).statusCode).toBe(200)
    expect((await get(path)).statusCode).toBe(200)
  })
})

describe('given a browser that has the picture', () => {
  it('gets a 304 without a body', async () => {
    const path = await tokenShowing('cached', await photo(100, 100))
    const { headers } = await get(path)
    const again = await app.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })
})

describe('given a request that is wrong', () => {
  it.each([
    ['an address that is none', '/api/nft/0x12/1/image', 400, 'contract'],
    ['an id that is none', `/api/nft/0x54C800d2331E10467143911aabCa092d68bF4166/x/image`, 400, 'tokenId'],
    ['an id above 2^256', `/api/nft/0x54C800d2331E10467143911aabCa092d68bF4166/${2n ** 256n}/image`, 400, 'tokenId'],
    ['a size that is none', `/api/nft/0x54C800d2331E10467143911aabCa092d68bF4166/1/image?size=300`, 400, 'size'],
    ['a collection that is not served', `/api/nft/0x54C800d2331E10467143911aabCa092d68bF4166/1/image`, 404, 'contract'],
  ])('%s is answered with the field', async (_, path, status, field) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ success: false, field })
  })
})
