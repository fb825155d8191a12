import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { withPageDeployment } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageDeploymentOf } from '../../src/config/pageDeployment.ts'
import { readPageNeeds, securityHeaders } from '../../src/http/securityHeaders.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { withPreview } from '../../src/previews/withPreview.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
  await mkdir(folder.path('assets'))
  await writeFile(
    folder.path('index.html'),
    '<!doctype html><head><title>Parley</title><meta name="description" content="all"><script>let first</script></head>',
  )
  await writeFile(
    folder.path('parts.json'),
    JSON.stringify([
      { paths: ['/help'], scripts: ['/assets/info-1.js', '/assets/help-2.js'], answers: [] },
      { paths: ['/p2p/:offerId'], scripts: ['/assets/offer-3.js'], answers: ['/api/config', '/api/a?b=1&c=2'] },
    ]),
  )
  await writeFile(folder.path('assets/main-1a2b3c.js'), 'export {}')
  await writeFile(folder.path('assets/packed-1a2b3c.js'), 'plain')
  await writeFile(folder.path('assets/packed-1a2b3c.js.br'), brotliCompressSync('packed'))
  await writeFile(folder.path('.secret'), 'not for anybody')
  await writeFile(folder.path('sw.js'), 'the worker')
  server = await startTestServer(market, await databases.fresh(), {
    WEB_DIST: folder.path(),
    PUBLIC_RPC_URLS: 'https://rpc.example/key,http://127.0.0.1:8545',
  })
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

/** The hash that permits the page's only inline script. */
const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`

describe('given any answer', () => {
  it.each(['/', '/api/config', '/api/swap-offers/1', '/assets/missing.js', '/health'])(
    '%s keeps browsers from guessing types, sending referrers and sharing windows',
    async (path) => {
      const { headers } = await server.raw(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toBe('camera=(), geolocation=(), microphone=(self)')
    },
  )
})

describe('given the built page', () => {
  it.each(['/', '/p2p', '/create-swap-offer', '/ASOverse', `/p2p/0x${'12'.repeat(32)}`, '/p2p/nonsense', '/any/other'])(
    'serves the document at %s, revalidated each time',
    async (path) => {
      const page = await server.raw(path)
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.body['text']).toContain('<title>Parley: swap NFTs with a friend</title>')
      expect(page.body['text']).toContain(`<meta property="og:image" content="${server.url}/social.png">`)
    },
  )

  it.each(['//evil.example', '//evil.example/p2p', '//api/config'])(
    'takes %s for a path of this site: the page, neither the API’s 404 nor a redirect to that host',
    async (path) => {
      const page = await server.raw(path)
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.body['text']).toContain('<title>Parley: swap NFTs with a friend</title>')
    },
  )

  it.each([`/table/${'a'.repeat(22)}`, '/table/new?to=nobody&give=dokyo:1204&note=secret'])(
    'says of a table at %s no more than of the site',
    async (path) => {
      const [table, site] = await Promise.all([server.raw(path), server.raw('/any/other')])
      const tags = (answer: typeof table) =>
        [...String(answer.body['text']).matchAll(/<(title>[^<]*|meta [^>]*)/g)]
          .map(([, tag]) => tag)
          .filter((tag) => !tag?.includes('og:url'))
      expect(tags(table)).toEqual(tags(site))
      expect(table.body['text']).not.toMatch(/dokyo|1204|secret/)
    },
  )

  it('says of a link that opens a table with a wallet whose it is, and nothing of the deal in it', async () => {
    const page = await server.raw(`/table/new?to=0x${'12'.repeat(20)}&give=dokyo:1204&note=secret`)
    expect(page.body['text']).toContain('<title>Trade NFTs with 0x1212…1212')
    expect(page.body['text']).not.toMatch(/dokyo|1204|secret/)
  })

  it('names in the document of each route what that route fetches, and in no other', async () => {
    const linksAt = async (path: string) =>
      [...String((await server.raw(path)).body['text']).matchAll(/<link [^>]*>/g)].map(([link]) => link)
    expect(await linksAt('/help?from=mail')).toEqual([
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/info-1.js">',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/help-2.js">',
    ])
    expect(await linksAt('/p2p/nonsense')).toEqual([
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/offer-3.js">',
      '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/config">',
      '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/a?b=1&amp;c=2">',
    ])
    for (const other of ['/', '/p2p', '/help/more', '/p2p/a/b']) expect(await linksAt(other)).toEqual([])
  })

  it.each(['/health/', '/health/live', '/alive/', '/assets', '/assets/', '/assets/gone'])(
    'answers 404 for %s: no program takes the page for its answer',
    async (path) => {
      expect(await server.raw(path)).toMatchObject({ status: 404, body: { success: false } })
    },
  )

  it('serves files with a hash in their name to be kept for ever', async () => {
    const asset = await server.raw('/assets/main-1a2b3c.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
  })

  it('serves its service worker from the root, revalidated each time, and lets pages load no other', async () => {
    const worker = await server.raw('/sw.js')
    expect([worker.headers.get('cache-control'), worker.body['text']]).toEqual(['no-cache', 'the worker'])
    expect(worker.headers.get('content-type')).toContain('javascript')
    expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self';")
  })

  it('replaces the service worker by one that removes itself where the operator turns it off', async () => {
    const off = await startTestServer(market, await databases.fresh(), {
      WEB_DIST: folder.path(),
      SERVICE_WORKER: 'off',
    })
    try {
      const worker = await off.raw('/sw.js')
      expect(worker.headers.get('cache-control')).toBe('no-cache')
      expect(worker.headers.get('content-type')).toContain('javascript')
      expect(worker.body['text']).toContain('registration.unregister()')
    } finally {
      await off.stop()
    }
  })

  it('sends the compressed file to clients that accept it', async () => {
    const ask = async (accepted: string) => {
      const { headers, body } = await server.raw('/assets/packed-1a2b3c.js', {
        headers: { 'accept-encoding': accepted },
      })
      return [headers.get('content-encoding'), headers.get('content-type'), headers.get('cache-control'), body['text']]
    }
    const caching = 'public, max-age=31536000, immutable'
    expect(await ask('gzip, br')).toEqual(['br', expect.stringContaining('javascript'), caching, 'packed'])
    expect(await ask('identity')).toEqual([null, expect.stringContaining('javascript'), caching, 'plain'])
  })

  it.each(['/assets/gone-1a2b3c.js', '/favicon.ico', '/.secret', '/..%2f..%2fetc/passwd.txt', '/assets/..%2f.secret'])(
    'answers 404 for %s and not the document',
    async (path) => {
      const answer = await server.raw(path)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(answer.body)).not.toContain('not for anybody')
      expect(JSON.stringify(answer.body)).not.toContain('<title>')
    },
  )

  it('lets it load nothing from elsewhere, and ask only this server and the endpoints', async () => {
    for (const path of ['/', '/api/config', '/api/nothing', '/assets/main-1a2b3c.js']) {
      const policy = (await server.raw(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain(`script-src 'self' '${hashOf('let first')}';`)
      expect(policy).toContain("connect-src 'self' https://rpc.example http://127.0.0.1:8545;")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  it.each([
    [
      'wss://relay.walletconnect.org',
      /connect-src [^;]*wss:\/\/relay\.walletconnect\.org; frame-src https:\/\/verify\.walletconnect\.org;/,
    ],
    ['ws://127.0.0.1:5555/', /connect-src [^;]*ws:\/\/127\.0\.0\.1:5555; base-uri/],
  ])('lets a page that was built for wallets on phones reach %s', async (relayUrl, allowed) => {
    const built = {
      ...pageDeploymentOf(market.deployment, ['https://rpc.example']),
      walletConnect: { projectId: 'abc', relayUrl },
    }
    const html = '<head><script type="application/json" id="deployment">null</script></head>'
    const dist = folder.path(new URL(relayUrl).hostname)
    await mkdir(dist)
    await writeFile(join(dist, 'index.html'), withPageDeployment(html, built))
    const settings = { publicRpcUrls: ['https://rpc.example'], publicOrigin: null }
    const headers = securityHeaders(settings, await readPageNeeds(dist))
    expect(headers['content-security-policy']).toMatch(allowed)
  })

  it('lets the page ask the endpoints of its build, where this server names others', async () => {
    const html = '<head><script type="application/json" id="deployment">null</script></head>'
    const dist = folder.path('own-gateway')
    await mkdir(dist)
    const built = pageDeploymentOf(market.deployment, ['https://built.example/key', 'https://rpc.example'])
    await writeFile(join(dist, 'index.html'), withPageDeployment(html, built))
    const settings = { publicRpcUrls: ['https://gateway.example'], publicOrigin: null }
    const headers = securityHeaders(settings, await readPageNeeds(dist))
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://gateway.example https://built.example https://rpc.example;",
    )
  })

  it('tells browsers the public endpoints and never those of the server', async () => {
    const { rpcUrls } = await server.api.request('config')
    expect(rpcUrls).toEqual(['https://rpc.example/key', 'http://127.0.0.1:8545'])
  })
})

describe('given a client that has the answer already', () => {
  it('answers 304 without a body until it changes', async () => {
    const path = `/api/swap-offers/creator/${market.address('carol')}`
    const first = await server.raw(path)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect(await server.raw(path, { headers })).toMatchObject({ status: 304, body: { text: '' } })
    await market.offer({ from: 'carol' })
    await server.indexer.catchUp()
    const changed = await server.raw(path, { headers })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(headers['if-none-match'])
  })
})

describe('given a link to an offer', () => {
  it('carries a title, a description and a picture, and still the app', async () => {
    const id = await market.offer({ offered: 3 })
    const offer = await until(() => server.offer(id))
    const { body, status } = await server.raw(`/p2p/${id}`)
    expect(status).toBe(200)
    const text = String(body['text'])
    expect(text).toContain(
      `<title>Cards #${offer.tokenIdOffered} and 2 more for Cards #${offer.tokenIdRequested} · Parley`,
    )
    expect(text).not.toContain('content="all"')
    expect(text).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/offer-3.js">')
    expect(text).toContain(
      `<link rel="preload" as="image" href="/api/nft/${offer.nftContractOffered}/${offer.tokenIdOffered}/image?size=512">`,
    )
    const picture = `${server.url}/api/swap-offers/${id}/picture.png?state=active`
    expect(text).toContain(`<meta property="og:image" content="${picture}">`)
    expect(text).toContain(`<meta property="og:url" content="${server.url}/p2p/${id}">`)
    expect(text).toContain('0x7099…79C8 offers this swap to 0x3C44…93BC. It stands until ')
  })

  it('lets nothing that is no text of ours into the document', () => {
    const html = '<head><title>x</title></head>'
    const sly = `"><script>alert('1')</script>$&`
    const page = withPreview(
      html,
      { title: sly, description: sly, picture: { path: '/a.png', alt: sly } },
      { origin: 'http://a', path: '/' },
    )
    expect(page).not.toContain('<script')
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;$&amp;')
  })
})

describe('given no built page', () => {
  it('serves the API, and says what is missing where a page is asked for', async () => {
    const bare = await startTestServer(market, await databases.fresh(), { WEB_DIST: folder.path('nowhere') })
    try {
      expect((await bare.raw('/api/config')).status).toBe(200)
      const page = await bare.raw('/p2p')
      expect(page.status).toBe(404)
      expect(page.body['text']).toContain('WEB_DIST')
    } finally {
      await bare.stop()
    }
  })
})
