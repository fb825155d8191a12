import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withData } from '../../src/previews/withPreview.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const element = '<script type="application/json" id="document-data">'
const html = `<!doctype html><head><title>Parley</title></head><body>${element}null</script><p>after</p></body>`

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
  await writeFile(folder.path('index.html'), html)
  await writeFile(
    folder.path('parts.json'),
    JSON.stringify([
      { paths: ['/p2p/:offerId'], scripts: ['/all.js'], dataScripts: ['/first.js'], answers: [] },
      { paths: ['/current-trades'], scripts: ['/all.js'], dataScripts: ['/first.js'], answers: [] },
      { paths: ['/trader/:address'], scripts: ['/all.js'], dataScripts: ['/first.js'], answers: [] },
    ]),
  )
  server = await startTestServer(market, await databases.fresh(), { WEB_DIST: folder.path() })
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

/** What the one element of a document holds, and the document without it. */
function readBack(document: string): { readonly data: unknown; readonly rest: string } {
  const parts = document.split(element)
  expect(parts).toHaveLength(2)
  const [before = '', after = ''] = parts
  const end = after.indexOf('</script')
  return { data: JSON.parse(after.slice(0, end)), rest: before + after.slice(end) }
}

async function documentAt(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await server.raw(path, { headers })
  return { ...answer, text: typeof answer.body['text'] === 'string' ? answer.body['text'] : '' }
}

async function offered() {
  const id = await market.offer({ offered: 2 })
  await until(() => server.offer(id))
  // It may be found before the head, whose time is in the document.
  await server.indexer.catchUp()
  return id
}

describe('given the document of an offer', () => {
  it('carries what the API says of it, with chain time, and names only what draws that', async () => {
    const id = await offered()
    const { text } = await documentAt(`/p2p/${id}`)
    const { data } = readBack(text)
    expect(data).toEqual({
      page: 'offer',
      of: `/p2p/${id}`,
      data: { offer: await server.offer(id), names: {}, pictures: {}, nowS: expect.any(Number) },
    })
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/first.js">')
    expect(text).not.toContain('/all.js')
    const upper = await documentAt(`/p2p/0x${id.slice(2).toUpperCase()}`)
    expect(readBack(upper.text).data).toMatchObject({ of: `/p2p/${id}` })
  })

  it('is 304 while nothing changes, and another as soon as the offer is', async () => {
    const id = await offered()
    // Names of its NFTs may still arrive.
    const etag = await until(async () => {
      const { headers } = await documentAt(`/p2p/${id}`)
      const given = headers.get('etag') ?? ''
      expect([given, headers.get('cache-control')]).toEqual([expect.stringMatching(/^"[\w-]{20,}"$/), 'no-cache'])
      const { status, text } = await documentAt(`/p2p/${id}`, { 'if-none-match': given })
      return status === 304 && text === '' && given
    })
    expect(await documentAt(`/p2p/${id}`, { 'if-none-match': `"old", W/${etag}` })).toMatchObject({ status: 304 })

    await market.cancel(id)
    await until(async () => (await server.offer(id))?.isActive === false)
    const after = await documentAt(`/p2p/${id}`, { 'if-none-match': etag })
    expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false])
    expect(readBack(after.text).data).toMatchObject({ data: { offer: { status: 'cancelled' } } })
  })
})

describe('given the document of a trader', () => {
  it('carries what the API says of the address, however the address is written', async () => {
    const id = await offered()
    const { creator } = (await server.offer(id)) ?? {}
    const path = `/trader/${creator}`
    const [{ text }, lower, trader] = await Promise.all([
      documentAt(path),
      documentAt(path.toLowerCase()),
      server.raw(`/api/traders/${creator}`),
    ])
    const { data } = readBack(text)
    expect(data).toEqual({
      page: 'trader',
      of: path.toLowerCase(),
      data: { trader: trader.body, nfts: [], nowS: expect.any(Number) },
    })
    expect(readBack(lower.text).data).toMatchObject({ of: path.toLowerCase() })
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/first.js">')
    expect(text).not.toContain('/all.js')
  })

  it('carries zeros for an address that was never here', async () => {
    const { text } = await documentAt(`/trader/0x${'ab'.repeat(20)}`)
    expect(readBack(text).data).toMatchObject({
      page: 'trader',
      data: { trader: { openOffers: 0, completedTrades: 0, firstSeen: null }, nfts: [] },
    })
  })
})

describe('given the document of Trade Stats', () => {
  it('carries the numbers of the API once they are counted', async () => {
    await until(async () => (await server.raw('/api/stats')).status === 200)
    const [{ text, headers }, stats] = await Promise.all([documentAt('/current-trades'), server.raw('/api/stats')])
    expect(readBack(text).data).toEqual({
      page: 'stats',
      of: '/current-trades',
      data: { stats: stats.body, nowS: expect.any(Number) },
    })
    expect(headers.get('cache-control')).toBe('no-cache')
  })
})

it('writes the same document with and without a session', async () => {
  const { creator } = (await server.offer(await offered())) ?? {}
  for (const path of [`/trader/${creator}`, '/current-trades']) {
    const [one, other] = await Promise.all([documentAt(path), documentAt(path, { cookie: 'parley-session=somebody' })])
    const withoutTime = ({ text }: { text: string }) => text.replace(/"nowS":\d+/, '')
    expect(withoutTime(other)).toBe(withoutTime(one))
    expect(one.headers.get('set-cookie')).toBeNull()
  }
})

describe('given a document of anything else', () => {
  it.each([
    '/',
    '/p2p',
    '/help',
    `/p2p/0x${'12'.repeat(32)}`,
    '/p2p/nonsense',
    '/p2p/a/b',
    '/trader/nonsense',
    '/trader/0x12',
    '/trader/a/history',
  ])('carries nothing at %s', async (path) => {
    const { text, headers } = await documentAt(path)
    expect(readBack(text).data).toBeNull()
    expect(text).not.toContain('/first.js')
    expect(headers.get('etag')).toMatch(/^"[\w-]{20,}"$/)
  })
})

/** Pieces with which names have broken out of a script element, an attribute or a replacement. */
const pieces = [
  '</script>',
  '</SCRIPT ',
  '<script>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '</head>',
  '</title>',
  element,
  '$&',
  '$1',
  "$'",
  '$`',
  '\u2028',
  '\u2029',
  '\0',
  '\uD800',
  '"',
  "'",
  '\\',
  '\\u003c',
  '&lt;',
  '<img src=x onerror=alert(1)>',
  'é',
  '🂡',
  '{}',
  'null',
]

/** Numbers from a seed, the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

describe('given hostile names and traits', () => {
  it('comes back as it was and leaves the rest of the document alone, whatever they are made of', () => {
    const { rest } = readBack(html)
    for (let seed = 1; seed <= 500; seed += 1) {
      const next = numbersFrom(seed)
      const text = () => Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]).join('')
      const data = {
        page: 'offer',
        of: text(),
        data: { names: { [text()]: text() }, traits: [text(), text()] },
      } as const
      const written = readBack(withData(html, data))
      expect([seed, written.data]).toEqual([seed, data])
      expect([seed, written.rest]).toEqual([seed, rest])
    }
  })
})
