import type { Collection } from '@parley/domain'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerErrors } from '../../src/http/httpError.ts'
import { nameNetworks } from '../../src/http/createHttp.ts'
import type { Pictures } from '../../src/images/createPictures.ts'
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
const pictures: Pictures = { get: async () => ({ type: 'image/png', bytes, etag: '"same"' }) }

let app: FastifyInstance
beforeEach(async () => {
  // Nothing refills, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  app = fastify()
  answerErrors(app)
  nameNetworks(app, 1)
  serveImages(app, [collection], pictures)
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
    ['only whether they changed', { 'if-none-match': '"same"' }, 304],
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
      Array.from({ length: 50 }, () =>
        ask('original', { 'x-forwarded-for': '203.0.113.1', 'if-none-match': '"same"' }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 304)).toHaveLength(5)
  })
})
