import { mkdir, writeFile } from 'node:fs/promises'
import { offerVoiceRoom, openRooms } from '@parley/protocol'
import { proofOf, VoiceGuest } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const evilHost = 'evil.example'
const evilOrigin = `https://${evilHost}`
/** What a request can say of the site that it is for. */
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

/** What becomes of a websocket with these headers. */
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

  it.each([{}, ...lies])('refuses a proof that was signed for another site, with %j', async (lie) => {
    const roomId = offerVoiceRoom(offerId)
    const proof = await proofOf('alice', { roomId, url: evilOrigin })
    const guest = await arrive(server.url, { ...lie, origin: originOf(server) })
    expect(await guest.join(roomId, { proof })).toEqual({ ok: false, refusal: 'proof-wrong' })
  })

  it.each([{}, ...lies])('takes a proof for its own site, with %j', async (lie) => {
    const roomId = openRooms.general
    const proof = await proofOf('alice', { roomId, url: originOf(server) })
    const guest = await arrive(server.url, { ...lie, origin: originOf(server) })
    expect(await guest.join(roomId, { proof })).toMatchObject({ ok: true })
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
  it('is reached by every name of this machine, and a proof is for the one that its page has', async () => {
    const server = await startTestServer(market, await databases.fresh())
    try {
      const roomId = openRooms.general
      for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
        const url = `http://${host}:${server.port}`
        const guest = await arrive(server.url, { origin: url })
        expect(await guest.join(roomId, { proof: await proofOf('bob', { roomId, url }) })).toMatchObject({ ok: true })
      }
      for (const origin of [`https://localhost:${server.port}`, 'http://localhost', `http://10.0.0.1:${server.port}`])
        expect(await knock(server.url, { origin })).toBe(refused)
    } finally {
      await server.stop()
    }
  })
})
