import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Nft } from '@parley/domain'
import { usualBrand } from '../../src/config/brand.ts'
import { PictureError } from '../../src/images/PictureError.ts'
import type { Picture } from '../../src/images/createPictures.ts'
import { createPictureWorkers } from '../../src/images/workers/pictureWorkers.ts'
import { createOfferPictures } from '../../src/previews/createPreviews.ts'
import { givenServer } from '../given/marketServer.ts'
import { offerNumber } from '../given/offerNumber.ts'
import { until } from '../given/testServer.ts'

const given = givenServer()

const pathOf = (id: string) => `/api/swap-offers/${id}/picture.png`

async function fetchPicture(id: string, init?: RequestInit) {
  const response = await fetch(given.server.url + pathOf(id), init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function offered(count: number) {
  const id = await given.market.offer({ offered: count })
  await until(() => given.server.offer(id))
  return id
}

describe('given an offer with unreachable pictures', () => {
  it('draws both sides anyway at the size networks show, and answers 304 if unchanged', async () => {
    const id = await offered(6)
    const { response, bytes } = await fetchPicture(id)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const etag = response.headers.get('etag') ?? ''
    const again = await fetchPicture(id, { headers: { 'if-none-match': etag } })
    expect([again.response.status, again.bytes.length]).toEqual([304, 0])
  })

  it('says another state with another picture', async () => {
    const id = await offered(1)
    const before = await fetchPicture(id)
    await given.market.cancel(id)
    await until(async () => (await given.server.offer(id))?.isActive === false)
    const after = await fetchPicture(id)
    expect(after.response.headers.get('etag')).not.toBe(before.response.headers.get('etag'))
  })
})

describe('given an id that is none', () => {
  it('answers 400 to an invalid id, and 404 to an unknown one', async () => {
    expect((await given.server.raw(pathOf('0x12'))).status).toBe(400)
    expect((await given.server.raw(pathOf(`0x${'12'.repeat(32)}`))).status).toBe(404)
  })
})

describe('given a client that requests one picture after the other', () => {
  it('stops drawing for them, and still gives what is drawn', async () => {
    const first = await offered(1)
    const second = await offered(1)
    const strict = await given.startAnother({ WRITES_PER_MINUTE: '1' })
    try {
      for (const id of [first, second]) await until(() => strict.offer(id))
      const statuses: number[] = []
      for (const id of [first, second, first]) statuses.push((await strict.raw(pathOf(id))).status)
      expect(statuses).toEqual([200, 429, 200])
    } finally {
      await strict.stop()
    }
  })
})

const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const stranger = '0x1111111111111111111111111111111111111111'
const collections = [{ key: 'cards', name: 'Cards', address: contract, discovery: { kind: 'enumerable' } }] as const

async function redSquare(): Promise<Picture> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer()
  return { type: 'image/webp', bytes, etag: '"r"', version: 'i123456789' }
}

/** How much of a drawn picture is pure red, in pixels. */
async function redPixels(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 60 && (data[at + 2] ?? 255) < 60) count += 1
  return count
}

describe('given pictures of NFTs', () => {
  const workers = createPictureWorkers({ log: pino({ enabled: false }), workers: 1 })
  // Made beforehand: a picture that takes 3 s is left out.
  let square: Picture
  beforeAll(async () => {
    square = await redSquare()
  })
  afterAll(() => workers.close())
  const imagesOf = (get: (nft: Nft) => Promise<Picture>) => ({ pictures: { get }, drawCard: workers.card })

  it('shows those of the registry, and asks for none of a contract that is unknown', async () => {
    const asked: Nft[] = []
    const get = async (nft: Nft) => {
      asked.push(nft)
      return square
    }
    const drawn = await createOfferPictures({ images: imagesOf(get), brand: usualBrand, collections }).draw(
      offerNumber(1, { offered: [{ contract, tokenId: 1n }], requested: [{ contract: stranger, tokenId: 2n }] }),
    )
    expect(asked).toEqual([{ contract, tokenId: 1n }])
    expect(await redPixels(drawn.bytes)).toBeGreaterThan(20_000)
  })

  it('draws once for many who ask, and again soon where a picture was missing', async () => {
    let nowMs = 1_000
    let asks = 0
    const get = async () => {
      asks += 1
      if (asks === 1) throw new PictureError('unreachable')
      return square
    }
    const pictures = createOfferPictures({ images: imagesOf(get), brand: usualBrand, collections, nowMs: () => nowMs })
    const offer = offerNumber(1, { offered: [{ contract, tokenId: 1n }], requested: [] })
    const [one, other] = await Promise.all([pictures.draw(offer), pictures.draw(offer)])
    expect(one).toBe(other)
    expect(await redPixels(one.bytes)).toBe(0)
    expect(pictures.known(offer)).toBe(one)

    nowMs += 31_000
    expect(pictures.known(offer)).toBeNull()
    const later = await pictures.draw(offer)
    expect(await redPixels(later.bytes)).toBeGreaterThan(20_000)
    nowMs += 31_000
    expect(pictures.known(offer)).toBe(later)
    expect(asks).toBe(2)
  })
})
