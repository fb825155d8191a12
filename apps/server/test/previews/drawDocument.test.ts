import { utimes, writeFile } from 'node:fs/promises'
import { infoPaths, landingPaths } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrawing } from '../../src/previews/drawDocument.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const html =
  '<!doctype html><head><title>Parley</title></head><body><div id="root">splash</div><script type="application/json" id="document-data">null</script></body>'
const drawing = `export const drawDocument = (html, href) => html.replace('splash', 'drawn for ' + href)`

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
const folder = givenFolder()
let build = 1

/** Puts another build's module into the folder. */
async function built(module: string): Promise<void> {
  await writeFile(folder.path('drawing.mjs'), module)
  // Some file systems count in seconds.
  build += 1
  await utimes(folder.path('drawing.mjs'), build, build)
}

/** What the module notes of itself where it is loaded. */
const loads: unknown[] = []

beforeAll(async () => {
  market = await openMarket()
  await writeFile(folder.path('index.html'), html)
  Object.assign(globalThis, { loads })
  await built(`globalThis.loads.push('at the start'); ${drawing}`)
  server = await startTestServer(market, await databases.fresh(), { WEB_DIST: folder.path() })
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

async function documentAt(path: string): Promise<string> {
  const { body } = await server.raw(path)
  return typeof body['text'] === 'string' ? body['text'] : ''
}

async function failures(): Promise<number> {
  const text = await documentAt('/metrics')
  return Number(/^parley_document_failures_total (\d+)$/m.exec(text)?.[1])
}

describe('given a built page that can draw', () => {
  it('has loaded what draws before the first document is asked for', () => {
    expect(loads).toEqual(['at the start'])
  })

  it('sends an offer drawn for its address, and any other page as it is', async () => {
    const id = await market.offer({ offered: 1 })
    await until(() => server.offer(id))
    expect(await documentAt(`/p2p/${id}`)).toContain(`<div id="root">drawn for ${server.url}/p2p/${id}</div>`)
    expect(await documentAt('/pending-trades')).toContain('<div id="root">splash</div>')
  })

  it.each([...landingPaths, ...Object.values(infoPaths)])('sends %s drawn, which needs no data', async (path) => {
    expect(await documentAt(path)).toContain(`<div id="root">drawn for ${server.url}${path}</div>`)
  })

  it('draws no offer that does not exist', async () => {
    const { status, body } = await server.raw(`/p2p/0x${'7'.repeat(64)}`)
    expect([status, String(body['text']).includes('drawn for')]).toEqual([200, false])
  })

  it('answers 404 where its module is asked for', async () => {
    expect((await server.raw('/drawing.mjs')).status).toBe(404)
  })

  it('sends the document undrawn where drawing fails, counts it, and draws again with the next build', async () => {
    const id = await market.offer({ offered: 1 })
    await until(() => server.offer(id))
    for (const broken of [
      `export function drawDocument() { throw new Error('broken') }`,
      'export const drawDocument = () => 7',
      'export const somethingElse = 1',
      'this is no module',
    ]) {
      const before = await failures()
      await built(broken)
      const text = await documentAt(`/p2p/${id}`)
      expect([broken, text.includes('>splash<'), text.includes(`"of":"/p2p/${id}"`)]).toEqual([broken, true, true])
      expect(await failures()).toBe(before + 1)
    }
    await built(drawing)
    expect(await documentAt(`/p2p/${id}`)).toContain('drawn for')
  })
})

it('packs a document for those who can read that, each under its own tag', async () => {
  const seen = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await server.raw('/help', { headers: { 'accept-encoding': encoding } })
    const etag = headers.get('etag') ?? ''
    const again = await server.raw('/help', { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
    seen.push([headers.get('content-encoding'), headers.get('vary')?.includes('accept-encoding'), again.status])
    expect(etag.endsWith('-br"')).toBe(encoding === 'br')
  }
  expect(seen).toEqual([
    ['br', true, 304],
    ['gzip', true, 304],
    [null, true, 304],
  ])
})

/** Draws with the module that the folder has. */
function ownDrawing(cpuMs?: () => number): ReturnType<typeof createDrawing> {
  return createDrawing({
    ...(cpuMs && { cpuMs }),
    webDist: folder.path(),
    site: { origin: 'https://parley.example' },
    onFailed: (error) => {
      throw error
    },
  })
}

const counting = `let count = 0; export const drawDocument = (html) => html.replace('splash', 'drawing ' + ++count + '.')`

it('draws each state of a document once', async () => {
  await built(counting)
  const { draw } = ownDrawing()
  const [one, again, other] = [
    await draw(html, '/p2p/1'),
    await draw(html, '/p2p/1'),
    await draw(html.replace('null', '{}'), '/p2p/1'),
  ]
  expect([one.includes('drawing 1'), again === one, other.includes('drawing 2')]).toEqual([true, true, true])
})

it('keeps the documents drawn last, up to a bound, and draws others again', async () => {
  await built(counting)
  const { draw } = ownDrawing()
  const megabyte = 'x'.repeat(1024 * 1024)
  const numbers = Array.from({ length: 10 }, (_, number) => number + 1)
  for (const number of numbers) await draw(html + megabyte, `/p2p/${number}`)
  expect(await draw(html + megabyte, '/p2p/10')).toContain('drawing 10.')
  expect(await draw(html + megabyte, '/p2p/1')).toContain('drawing 11.')
})

it('draws for half a second of processor time at once, and sends further documents undrawn, except those that it has', async () => {
  const spent = { ms: 0 }
  Object.assign(globalThis, { spent })
  // The second one costs more than any wait makes up for.
  await built(`export function drawDocument(html, href) {
    globalThis.spent.ms += href.endsWith('/1') ? 400 : 1e9
    return html.replace('splash', 'drawn')
  }`)
  const { draw } = ownDrawing(() => spent.ms)
  const seen = []
  for (const path of ['/p2p/1', '/p2p/2', '/p2p/3', '/p2p/1']) seen.push((await draw(html, path)).includes('>drawn<'))
  expect(seen).toEqual([true, true, false, true])
})

it('sends the same document to everyone, signed in or not, and lets no cache answer with it unasked', async () => {
  await built(drawing)
  const id = await market.offer({ offered: 1 })
  await until(() => server.offer(id))
  const path = `/p2p/${id}`
  const plain = await server.raw(path, { headers: { 'accept-encoding': 'identity' } })
  const signedIn = await server.raw(path, { headers: { 'accept-encoding': 'identity', cookie: 'parley-session=abc' } })
  // A second may pass between the two.
  const [first, second] = [plain, signedIn].map(({ body }) => String(body['text']).replace(/"nowS":\d+/, ''))
  expect(second).toBe(first)
  for (const { headers } of [plain, signedIn])
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['no-cache', null])
})
