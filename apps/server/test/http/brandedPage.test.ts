import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
  await mkdir(folder.path('assets'))
  await writeFile(folder.path('index.html'), '<!doctype html><head><title>Barter House</title></head>')
  await writeFile(folder.path('brand.json'), JSON.stringify({ name: 'Barter House', ownLogo: false }))
  server = await startTestServer(market, await databases.fresh(), { WEB_DIST: folder.path() })
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

const person = '0x1111111111111111111111111111111111111111'

const htmlOf = async (path: string): Promise<string> => String((await server.raw(path)).body['text'])

describe('given a page that was built under another name', () => {
  it.each(['/', '/p2p', '/help', '/what-is-parley', '/current-trades', `/trader/${person}`, `/table/new?to=${person}`])(
    'previews of %s have that name alone',
    async (path) => {
      const html = await htmlOf(path)
      expect(html).toContain('Barter House')
      expect(html).not.toContain('Parley')
    },
  )

  it('names itself so in previews of offers and traders', async () => {
    const id = await market.offer({ offered: 1 })
    await until(() => server.offer(id))
    const titleOf = async (path: string) => /<title>([^<]*)/.exec(await htmlOf(path))?.[1]
    expect(await titleOf(`/p2p/${id}`)).toMatch(/ · Barter House$/)
    expect(await titleOf(`/trader/${person}`)).toBe('Trade NFTs with 0x1111…1111 · Barter House')
    const [escrow] = market.deployment.escrows
    const html = await htmlOf(`/trader/${escrow?.address}`)
    expect(html).toContain('is an escrow of Barter House, not a wallet.')
  })

  it('calls its API so', async () => {
    const document = await server.raw('/api/openapi.json')
    expect(document.body).toMatchObject({ info: { title: 'Barter House API' } })
  })
})
