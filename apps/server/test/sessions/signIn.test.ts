import { ApiError, signInFields, tableEventsPath } from '@parley/protocol'
import { openBrowser, random, signedIn, signInAs, type Signer, wallets } from '@parley/testkit'
import { pino } from 'pino'
import { getContractAddress, type Hex, serializeErc6492Signature } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseChoice } from '../../src/config/readConfig.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { type Engine, engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, type TestServer } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => market.stop())

const alice = wallets.alice.account
const bob = wallets.bob.account
const secondsOfWeek = 7 * 86_400

function pass(seconds: number): void {
  const laterMs = Date.now() + seconds * 1000
  vi.spyOn(Date, 'now').mockReturnValue(laterMs)
}

/** Status and code of a refusal. */
const outcomeOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : error),
  )

function givenServer(engine: Engine, env: Readonly<Record<string, string>> = {}): () => TestServer {
  const databases = givenDatabases(engine)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh(), env)
  })
  afterAll(() => server.stop())
  return () => server
}

describe.each(engines)('given a server over %s', (engine) => {
  const server = givenServer(engine)
  const open = () => openBrowser(server().url)
  const sessionOf = async ({ client }: ReturnType<typeof openBrowser>) => (await client.request('session')).session

  it('signs a wallet in for seven days, in this browser alone', async () => {
    const browser = await signInAs(server().url, wallets.alice)
    const session = await sessionOf(browser)
    expect(session?.address).toBe(alice.address)
    expect(Math.abs((session?.expiresAt ?? 0) - Date.now() / 1000 - secondsOfWeek)).toBeLessThan(60)
    expect(await sessionOf(open())).toBeNull()
    pass(secondsOfWeek - 60)
    expect(await sessionOf(browser)).not.toBeNull()
    pass(61)
    expect(await sessionOf(browser)).toBeNull()
  })

  it('takes each signature once, whatever has become of its session', async () => {
    const browser = open()
    const body = await signedIn(browser, bob)
    const both = await Promise.all([1, 2].map(() => outcomeOf(browser.client.request('signIn', { body }))))
    expect(new Set(both)).toEqual(new Set(['401 wrong-nonce', 'answered']))
    await browser.client.request('signOut', { body: { everywhere: true } })
    expect(await sessionOf(browser)).toBeNull()
    expect(await outcomeOf(browser.client.request('signIn', { body }))).toBe('401 wrong-nonce')
  })

  it('ends the session of this browser, or all of the wallet and no other’s', async () => {
    const { alice: mine, bob: other } = wallets
    const browsers = await Promise.all([mine, mine, mine, other].map((wallet) => signInAs(server().url, wallet)))
    const seen = async () => (await Promise.all(browsers.map(sessionOf))).map((session) => session !== null)
    await browsers[0]?.client.request('signOut', { body: { everywhere: false } })
    expect(await seen()).toEqual([false, true, true, true])
    await browsers[1]?.client.request('signOut', { body: { everywhere: true } })
    expect(await seen()).toEqual([false, false, false, true])
  })

  it('has one session a browser: the next wallet’s ends the one before', async () => {
    const browser = await signInAs(server().url, wallets.alice)
    const before = browser.headers()
    await signInAs(server().url, wallets.bob, browser)
    expect((await sessionOf(browser))?.address).toBe(bob.address)
    expect(await server().raw('/api/session', { headers: before })).toMatchObject({ body: { session: null } })
  })

  it('lets a request act for the wallet of its session alone', async () => {
    const browser = await signInAs(server().url, wallets.alice)
    const asks = (by: typeof browser, as: string) => outcomeOf(by.client.request('tables', { query: { as } }))
    expect(await asks(browser, alice.address)).toBe('answered')
    expect(await asks(browser, bob.address)).toBe('401 other-wallet')
    expect(await asks(open(), alice.address)).toBe('401 sign-in-needed')
    const changes = (by: typeof browser) =>
      outcomeOf(by.client.request('changeInbound', { query: { as: alice.address }, body: { openTo: 'known' } }))
    const { cookie = '' } = browser.headers()
    expect(await changes(openBrowser(server().url, { cookie, origin: 'https://evil.example' }))).toBe('403 other-site')
    expect(await changes(browser)).toBe('answered')
  })

  it('ends the live stream of a wallet that signs out on another device', async () => {
    const [here, there] = [await signInAs(server().url, wallets.alice), await signInAs(server().url, wallets.alice)]
    const url = `${server().url}${tableEventsPath}?as=${alice.address}`
    const response = await fetch(url, { headers: there.headers() })
    await here.client.request('signOut', { body: { everywhere: true } })
    // It reads to the end of the stream.
    expect(await response.text()).toContain('"type":"signed-out"')
    expect((await server().raw(`${tableEventsPath}?as=${alice.address}`, { headers: there.headers() })).status).toBe(
      401,
    )
  })

  it('keeps no cookie, so a copy of the database opens no session', async () => {
    const browser = await signInAs(server().url, wallets.alice)
    const { cookie = '' } = browser.headers()
    const [name, token = ''] = cookie.split('=')
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const guess of [token.slice(1), `${token}a`, token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))]) {
      const headers = { cookie: `${name}=${guess}` }
      expect(await server().raw('/api/session', { headers })).toMatchObject({ body: { session: null } })
    }
  })
})

describe('given a session whose seven days are over', () => {
  const databases = givenDatabases('sqlite')
  beforeAll(() => {
    // Only intervals: the test decides when the sweep comes.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterAll(() => void vi.useRealTimers())

  it('ends its live streams, and is deleted', async () => {
    const database = await databases.fresh()
    const server = await startTestServer(market, database)
    const browser = await signInAs(server.url, wallets.alice)
    const url = `${server.url}${tableEventsPath}?as=${alice.address}`
    const response = await fetch(url, { headers: browser.headers() })
    pass(secondsOfWeek + 1)
    vi.advanceTimersByTime(60_000)
    expect(await response.text()).toContain('"type":"signed-out"')
    await server.stop()
    const db = await openDatabase(databaseChoice(database), pino({ level: 'silent' }))
    expect(await db.read.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await db.read.selectFrom('sign_in_nonces').select('nonce').execute()).toEqual([])
    await db.close()
  })
})

describe('given a text that is not what the wallet was to sign', () => {
  const server = givenServer('sqlite')
  type Change = NonNullable<Parameters<typeof signedIn>[2]>
  const nowS = () => Math.floor(Date.now() / 1000)
  it.each<[string, string, () => Change]>([
    ['another site', '401 wrong-message', () => ({ origin: 'https://parley.evil.example' })],
    ['another port of this machine', '401 wrong-message', () => ({ origin: 'http://127.0.0.1:9' })],
    ['plain http in place of https', '401 wrong-message', () => ({ origin: server().url.replace('http:', 'https:') })],
    ['another chain', '401 wrong-message', () => ({ chainId: 1 })],
    ['an hour ago', '401 wrong-message', () => ({ nowS: nowS() - 3_600 })],
    ['tomorrow', '401 wrong-message', () => ({ nowS: nowS() + 86_400 })],
    ['a nonce of nobody', '401 wrong-nonce', () => ({ nonce: 'f'.repeat(64) })],
    ['a short nonce', '401 wrong-nonce', () => ({ nonce: 'abcdefgh' })],
    ['another wallet, by this one’s nonce', '401 wrong-nonce', () => ({ address: bob.address })],
  ])('is refused for %s', async (_, refusal, change) => {
    const browser = openBrowser(server().url)
    const body = await signedIn(browser, alice, change())
    expect(await outcomeOf(browser.client.request('signIn', { body }))).toBe(refusal)
    expect(browser.headers()).not.toHaveProperty('cookie')
  })

  /** Signs what a text becomes. */
  const signedAs = async (change: (message: string) => string) => {
    const browser = openBrowser(server().url)
    const { message } = await signedIn(browser, alice)
    const changed = change(message)
    const body = { message: changed, signature: await alice.signMessage({ message: changed }) }
    return outcomeOf(browser.client.request('signIn', { body }))
  }
  it.each<[string, (message: string) => string]>([
    ['another statement', (message) => message.replace('This costs nothing', 'This gives you a prize')],
    ['a line after it', (message) => `${message}\nResources:\n- https://parley.evil.example`],
    ['a line before it', (message) => `Hello\n${message}`],
    ['a longer life', (message) => message.replace(/Expiration Time: 20\d\d/, 'Expiration Time: 2099')],
    ['no end', (message) => message.replace(/\nExpiration Time: .*/, '')],
    ['a beginning', (message) => `${message}\nNot Before: 2020-01-01T00:00:00.000Z`],
    ['a request id', (message) => `${message}\nRequest ID: 7`],
    ['another version', (message) => message.replace('Version: 1', 'Version: 2')],
    ['lines that end as on Windows', (message) => message.replaceAll('\n', '\r\n')],
    ['an address in lower case', (message) => message.replace(alice.address, alice.address.toLowerCase())],
    ['nothing of EIP-4361', () => 'I sign in'],
  ])('is refused with %s, though it is signed', async (_, change) => {
    expect(await signedAs((message) => message)).toBe('answered')
    expect(await signedAs(change)).toBe('401 wrong-message')
  })

  it('is refused where another wallet signed it, or it was changed after that', async () => {
    const browser = openBrowser(server().url)
    const body = await signedIn(browser, { address: alice.address, signMessage: bob.signMessage })
    expect(await outcomeOf(browser.client.request('signIn', { body }))).toBe('401 wrong-signature')
    const { message } = await signedIn(browser, alice)
    const { signature } = await signedIn(browser, alice)
    expect(await outcomeOf(browser.client.request('signIn', { body: { message, signature } }))).toBe(
      '401 wrong-signature',
    )
  })

  it('is refused ten minutes after its nonce was made', async () => {
    const [early, late] = [openBrowser(server().url), openBrowser(server().url)]
    const bodies = [await signedIn(early, alice), await signedIn(late, alice)] as const
    pass(9 * 60)
    expect(await outcomeOf(early.client.request('signIn', { body: bodies[0] }))).toBe('answered')
    pass(61)
    expect(await outcomeOf(late.client.request('signIn', { body: bodies[1] }))).toBe('401 wrong-nonce')
  })
})

describe('given a contract wallet', () => {
  const server = givenServer('sqlite')
  /** Contract code that answers every call with the magic value 1626ba7e, left-aligned in a word. */
  const yes = '0x631626ba7e60e01b60005260206000f3'
  const no = '0x60006000fd'
  const signsAs = (address: Signer['address'], wrap = (signature: Hex) => signature): Signer => ({
    address,
    signMessage: async (parts) => wrap(await wallets.carol.account.signMessage(parts)),
  })
  const signIn = (signer: Signer) => outcomeOf(signInAs(server().url, { account: signer }))

  it('is asked whether the signature is its own (ERC-1271)', async () => {
    const address = '0x1111111111111111111111111111111111111111'
    await market.chain.client.setCode({ address, bytecode: no })
    expect(await signIn(signsAs(address))).toBe('401 wrong-signature')
    await market.chain.client.setCode({ address, bytecode: yes })
    expect(await signIn(signsAs(address))).toBe('answered')
  })

  it('may sign in before it is deployed, if its factory would make it (ERC-6492)', async () => {
    const factory = '0x2222222222222222222222222222222222222222'
    // Creation code that always deploys the contract above.
    const create = '0x786f631626ba7e60e01b60005260206000f360005260106010f3600052601960076000f000'
    await market.chain.client.setCode({ address: factory, bytecode: create })
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data: '0x', signature })
    const at = (nonce: bigint) => signsAs(getContractAddress({ from: factory, nonce }), wrap)
    expect(await signIn(at(0n))).toBe('answered')
    expect(await signIn(at(1n))).toBe('401 wrong-signature')
  })
})

describe('given a server with a public origin', () => {
  const origin = 'https://swap.example'
  const server = givenServer('sqlite', { PUBLIC_ORIGIN: origin, WRITES_PER_MINUTE: '12' })
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    server().raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('sets a cookie that no script, no other host and no plain http can read', async () => {
    const browser = openBrowser(server().url, { origin })
    const { headers } = await post('/api/session', await signedIn(browser, alice), browser.headers())
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie.split('; ').slice(1)).toEqual([
      'Path=/',
      expect.stringMatching(/^Max-Age=6047\d\d|604800$/),
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ])
    expect(cookie).toMatch(/^__Host-parley-session=[\w-]{43};/)
  })

  it('changes nothing for pages of other sites, with the cookie or without', async () => {
    const browser = await signInAs(server().url, wallets.alice, openBrowser(server().url, { origin }))
    const { cookie = '' } = browser.headers()
    const foreign = ['https://evil.example', 'http://swap.example', 'https://swap.example:8443', 'null', server().url]
    for (const headers of [...foreign.map((other) => ({ cookie, origin: other })), { cookie }]) {
      expect(await post('/api/session/end', { everywhere: true }, headers)).toMatchObject({
        status: 403,
        body: { code: 'other-site' },
      })
    }
    expect(await post('/api/session/nonce', { address: bob.address }, {})).toMatchObject({ status: 403 })
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ])
      expect(await server().raw('/api/session', { headers })).toMatchObject({ body: { session: null } })
    expect((await browser.client.request('session')).session?.address).toBe(alice.address)
  })

  it('bounds how often one network asks to sign in', async () => {
    const ask = async () => (await post('/api/session/nonce', { address: bob.address }, { origin })).status
    let asked = 1
    while ((await ask()) !== 429) asked += 1
    expect(asked).toBeLessThanOrEqual(13)
  })
})

describe('given sign-ins and cookies made up by a generator', () => {
  const server = givenServer('sqlite')
  const dice = random(20_261_123)
  const bytes = ['\n', '\0', ' ', 'é', '🦊', '0x', ': ', 'URI: ', 'Nonce: ', '\r\n', '-', 'Z', '%00', ';', '"'] as const

  /** Drops, doubles or replaces characters of a text. */
  function spoil(text: string): string {
    let spoiled = text
    for (let times = Math.floor(dice.between(1, 4)); times > 0; times -= 1) {
      const at = Math.floor(dice.between(0, spoiled.length))
      const upTo = at + Math.floor(dice.between(0, 12))
      const put = dice.chance(0.5) ? dice.pick(bytes) : spoiled.slice(at, upTo).repeat(2)
      spoiled = spoiled.slice(0, at) + put + spoiled.slice(upTo)
    }
    return spoiled === text ? `${text} ` : spoiled
  }

  it('refuses them all, and goes on', async () => {
    const browser = await signInAs(server().url, wallets.alice)
    const { cookie = '' } = browser.headers()
    const nonce = (await browser.client.request('signInNonce', { body: { address: bob.address } })).nonce
    const fields = {
      address: bob.address,
      origin: server().url,
      chainId: 43_114,
      nonce,
      nowS: Math.floor(Date.now() / 1000),
    }
    const message = createSiweMessage(signInFields(fields))
    const signature = await bob.signMessage({ message })
    const seen = new Set<number>()
    for (let round = 0; round < 200; round += 1) {
      const isText = dice.chance(0.6)
      const body = isText
        ? { message: spoil(message), signature }
        : { message, signature: dice.chance(0.5) ? spoil(signature) : dice.pick(['0x', '', 7, null, [], {}]) }
      const { status, headers } = await server().send('POST', '/api/session', body)
      // Without an origin it isn't one of our pages; with one, the text decides.
      const own = await server().raw('/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server().url },
        body: JSON.stringify(body),
      })
      for (const code of [status, own.status]) seen.add(code)
      expect([...headers.getSetCookie(), ...own.headers.getSetCookie()], JSON.stringify(body)).toEqual([])
      const crumbs = spoil(cookie).replaceAll(/[^\x20-\x7e]/g, '')
      const answer = await server().raw('/api/session', { headers: { cookie: crumbs } })
      expect([crumbs.trim(), answer.status]).toEqual([crumbs.trim(), 200])
      if (!crumbs.split(';').some((part) => part.trim() === cookie))
        expect([crumbs, answer.body['session']]).toEqual([crumbs, null])
    }
    expect(seen).toEqual(new Set([400, 401, 403]))
    // The unchanged text still works.
    const body = { message, signature }
    expect(await outcomeOf(openBrowser(server().url).client.request('signIn', { body }))).toBe('answered')
  })
})
