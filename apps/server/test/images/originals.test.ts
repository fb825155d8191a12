import type { Collection } from '@parley/domain'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerErrors } from '../../src/http/httpError.ts'
import { nameNetworks } from '../../src/http/createHttp.ts'
import type { Pictures } from '../../src/images/createPictures.ts'
import { sourceOf } from '../../src/images/createImgproxy.ts'
import { serveImages } from '../../src/images/imageRoutes.ts'

const contract = '0x1111111111111111111111111111111111111111'
const collection: Collection = {
  key: 'cards',
  name: 'Cards',
  address: contract,
  discovery: { kind: 'enumerable' },
}
/** As large as originals get. */
const bytes = new Uint8Array(20 * 1024 ** 2)
const digest = 'digest-of-these-bytes-'
const etag = `"${digest}"`
const version = 'i123456789'
const pictures: Pictures = { get: async () => ({ type: 'image/png', bytes, etag, version }) }
const imgproxy = {
  url: 'http://imgproxy:8080/',
  key: Buffer.from('a key of sixteen'),
  salt: Buffer.from('salt'),
  sourceUrl: '/',
}

let app: FastifyInstance
beforeEach(async () => {
  // Nothing refills, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  app = fastify()
  answerErrors(app)
  nameNetworks(app, 1)
  serveImages(app, [collection], pictures, imgproxy)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

function ask(size: string, headers: Record<string, string>) {
  return app.inject({ url: `/api/nft/${contract}/1/image?size=${size}`, headers })
}

async function statuses(count: number, size: string, headers: Record<string, string>): Promise<number[]> {
  const answers: number[] = []
  for (let at = 0; at < count; at += 1) {
    answers.push((await ask(size, headers)).statusCode)
  }
  return answers
}

describe('given a visitor who asks for one original after the other', () => {
  it.each([
    ['whole', {}, 200],
    ['only whether they changed', { 'if-none-match': etag }, 304],
  ])('limits the bytes of originals per network (%s)', async (_, headers, fine) => {
    const asked = await statuses(20, 'original', { 'x-forwarded-for': '2001:db8:1:2::1', ...headers })
    expect(asked.slice(0, 5)).toEqual([fine, fine, fine, fine, fine])
    expect(asked).toContain(429)
    expect(await statuses(1, 'original', { 'x-forwarded-for': '2001:db8:1:2::2' })).toEqual([429])
    expect(await statuses(1, '256', { 'x-forwarded-for': '2001:db8:1:2::2' })).toEqual([200])
    expect(await statuses(1, 'original', { 'x-forwarded-for': '203.0.113.1' })).toEqual([200])
  })

  it('gives no more of them where they are asked for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('original', { 'x-forwarded-for': '203.0.113.1', 'if-none-match': etag })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 304)).toHaveLength(5)
  })
})

describe('given an imgproxy that gets many originals from one address', () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const asked = async (url: string) => (await app.inject({ url, headers: from })).statusCode
  const source = sourceOf(imgproxy, { contract, tokenId: 1n }, { digest, version })

  it('its requests take nothing from the allowance of its address', async () => {
    for (let count = 0; count < 20; count += 1) expect(await asked(source)).toBe(200)
    expect(await statuses(5, 'original', from)).toEqual([200, 200, 200, 200, 200])
  })

  it.each([
    ['without the proof', source.replace(/&proof=.*/, '')],
    ['with one of its own', source.replace(/proof=.*/, 'proof=AAAA')],
    ['with that of another NFT', source.replace('/1/image', '/2/image')],
    ['with that of another picture', source.replace('digest-of-these', 'digest-of-other')],
  ])('a request %s is a visitor', async (_, url) => {
    await statuses(5, 'original', from)
    expect(await asked(url)).toBe(429)
    expect(await asked(source)).toBe(200)
  })
})
