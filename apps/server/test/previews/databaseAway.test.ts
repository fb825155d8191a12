import { writeFile } from 'node:fs/promises'
import type { OfferId } from '@parley/domain'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, ownDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const html =
  '<!doctype html><head><title>Parley</title></head><body><div id="root">splash</div><script type="application/json" id="document-data">null</script></body>'

let market: Market
let database: DatabaseEnv
let server: TestServer
let id: OfferId
const databases = ownDatabases('postgres')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
  database = await databases.fresh()
  await writeFile(folder.path('index.html'), html)
  await writeFile(
    folder.path('drawing.mjs'),
    `export const drawDocument = (html) => html.includes('"of"') ? html.replace('splash', 'drawn') : null`,
  )
  server = await startTestServer(market, database, { WEB_DIST: folder.path() })
  id = await market.offer()
  await until(() => server.offer(id))
  await until(async () => (await server.raw('/api/stats')).status === 200)
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

/** What each document says of itself: its status, and whether it is drawn or the plain one. */
function documents(): Promise<(readonly [status: number, how: string])[]> {
  const paths = [`/p2p/${id}`, `/trader/${market.address('alice')}`, `/table/new?to=${market.address('alice')}`]
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await server.raw(path)
      const text = String(body['text'])
      // Nothing of what went wrong is for visitors.
      expect(text).not.toMatch(/database|postgres|ECONN|timeout|stack/i)
      return [status, text.includes('>drawn<') ? 'drawn' : text.includes('>splash<') ? 'plain' : text]
    }),
  )
}

const whole = [
  [200, 'drawn'],
  [200, 'drawn'],
  [200, 'plain'],
]
const plain = whole.map(() => [200, 'plain'])

/** Once no more than one is plain. After a stall of this machine the database seems late, and a plain document is right. */
function drawnDocuments() {
  return until(async () => {
    const all = await documents()
    return all.filter(([, how]) => how === 'plain').length <= 1 && all
  })
}

describe('given documents that are asked for', () => {
  it('are drawn while the database answers', async () => {
    expect(await drawnDocuments()).toEqual(whole)
  })

  it('are plain ones while the database is away, and drawn once it is back', async () => {
    await databases.postgres().restart('immediate', async () => {
      expect(await documents()).toEqual(plain)
    })
    await until(async () => (await server.raw('/health')).status === 200)
    expect(await drawnDocuments()).toEqual(whole)
  })

  it('are plain ones while the database hangs, which no document waits for', async () => {
    const admin = new pg.Client({ connectionString: database.DATABASE_URL })
    await admin.connect()
    await admin.query('begin')
    await admin.query('lock table offers in access exclusive mode')
    // The lock goes afterwards, so only a server that gives up can answer.
    const [offer] = await documents()
    expect(offer).toEqual([200, 'plain'])
    await admin.query('rollback')
    await admin.end()
    await until(async () => (await server.raw('/health')).status === 200)
    expect(await drawnDocuments()).toEqual(whole)
  })
})
