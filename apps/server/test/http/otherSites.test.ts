import { mkdir, writeFile } from 'node:fs/promises'
import { openBrowser, signedIn, signInAs, VoiceGuest, wallets } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const evilHost = 'evil.example'
const evilOrigin = `https://${evilHost}`
/** What a request can claim about its site. */
const lies = [
  { host: evilHost },
  { 'x-forwarded-host': evilHost, 'x-forwarded-proto': 'https' },
  { host: evilHost, 'x-forwarded-host': evilHost },
] as const

let market: Market
const databases = givenDatabases('sqlite')
const page = givenFolder()
const guests: VoiceGuest[] = []
beforeAll(async () => {
  market = await openMarket()
  await mkdir(page.path(), { recursive: true })
  await writeFile(page.path('index.html'), '<!doctype html><head><title>Parley</title></head>')
})
afterEach(() => {
  for (const guest of guests.splice(0)) guest.leave()
})
afterAll(() => market.stop())

async function arrive(url: string, headers: Record<string, string>): Promise<VoiceGuest> {
  const guest = await VoiceGuest.arrive(url, headers)
  guests.push(guest)
  return guest
}

/** The outcome of a websocket with these headers. */
function knock(url: string, headers: Record<string, string>): Promise<string> {
  return arrive(url, headers).then(
    () => 'open',
    (error: unknown) => String(error),
  )
}
const refused = 'Error: websocket error'

describe.each([
  ['a local server', (server: TestServer) => server.url, {}],
  ['a server with a public origin', () => 'https://swap.example', { PUBLIC_ORIGIN: 'https://swap.example' }],
])('given %s behind a proxy that passes on whatever it is sent', (_, originOf, env) => {
  let server: TestServer
  let offerId: `0x${string}`
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh(), {
      WEB_DIST: page.path(),
      TRUSTED_PROXIES: '1',
      ...env,
    })
    offerId = await market.offer()
    await until(() => server.offer(offerId))
  })
  afterAll(() => server.stop())

  it.each(lies)('opens no websocket to a page of another site, with %j', async (lie) => {
    expect(await knock(server.url, { ...lie, origin: evilOrigin })).toBe(refused)
  })

  it.each([{}, ...lies])('refuses a sign-in that was signed for another site, with %j', async (lie) => {
    const body = await signedIn(openBrowser(server.url, { origin: originOf(server) }), wallets.alice.account, {
      origin: evilOrigin,
    })
    const headers = { ...lie, origin: originOf(server) }
    const answer = await server.inject({ method: 'POST', url: '/api/session', headers, payload: body })
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'wrong-message' }])
  })

  it.each([{}, ...lies])('takes a sign-in for its own site, with %j', async (lie) => {
    const headers = { ...lie, origin: originOf(server) }
    const body = await signedIn(openBrowser(server.url, { origin: originOf(server) }), wallets.alice.account)
    const answer = await server.inject({ method: 'POST', url: '/api/session', headers, payload: body })
    expect(answer.statusCode).toBe(200)
    // The cookie is bound to the site, too: to https where that has it, whatever the request claims.
    const isSecure = originOf(server).startsWith('https:')
    const [name] = String(answer.headers['set-cookie']).split('=')
    expect(name).toBe(isSecure ? '__Host-parley-session' : 'parley-session')
    expect(String(answer.headers['set-cookie']).includes('; Secure')).toBe(isSecure)
  })

  it.each(lies)('begins its links with its own origin, with %j', async (headers) => {
    for (const path of ['/help', `/p2p/${offerId}`]) {
      const { body } = await server.inject({ url: path, headers })
      expect(body).toContain(`<meta property="og:url" content="${originOf(server)}${path}">`)
      expect(body).not.toContain(evilHost)
    }
  })
})

describe('given a server with a public origin', () => {
  it('takes a page of its own machine, of another port or of plain http for another site', async () => {
    const server = await startTestServer(market, await databases.fresh(), { PUBLIC_ORIGIN: 'https://swap.example' })
    try {
      for (const origin of [server.url, 'https://swap.example:8443', 'http://swap.example', 'null'])
        expect(await knock(server.url, { origin })).toBe(refused)
      expect(await knock(server.url, { origin: 'https://swap.example' })).toBe('open')
    } finally {
      await server.stop()
    }
  })
})

describe('given a local server', () => {
  it('is reached by every name of this machine, and a sign-in is for the one that its page has', async () => {
    const server = await startTestServer(market, await databases.fresh())
    try {
      for (const host of ['127.0.0.1', 'localhost']) {
        const origin = `http://${host}:${server.port}`
        expect(await knock(server.url, { origin })).toBe('open')
        const browser = await signInAs(server.url, wallets.bob, openBrowser(server.url, { origin }))
        expect(await browser.client.request('session')).not.toMatchObject({ session: null })
      }
      for (const origin of [`https://localhost:${server.port}`, 'http://localhost', `http://10.0.0.1:${server.port}`])
        expect(await knock(server.url, { origin })).toBe(refused)
    } finally {
      await server.stop()
    }
  })
})
