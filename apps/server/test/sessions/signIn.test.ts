import { ApiError } from '@parley/protocol'
import { openBrowser, signedIn, signInAs, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, type TestServer } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

const { alice, bob } = wallets
const codeOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : error),
  )

describe.each(engines)('given a server over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh())
  })
  afterAll(() => server.stop())

  it('signs a wallet in for seven days, in this browser alone', async () => {
    const browser = await signInAs(server.url, alice)
    const { session } = await browser.client.request('session')
    expect(session?.address).toBe(alice.account.address)
    expect(session?.expiresAt).toBeCloseTo(Date.now() / 1000 + 7 * 86_400, -2)
    expect(await openBrowser(server.url).client.request('session')).toEqual({ success: true, session: null })
  })

  it('takes each signature once', async () => {
    const browser = openBrowser(server.url)
    const body = await signedIn(browser, bob.account)
    await browser.client.request('signIn', { body })
    await browser.client.request('signOut', { body: { everywhere: false } })
    expect(await browser.client.request('session')).toMatchObject({ session: null })
    expect(await codeOf(browser.client.request('signIn', { body }))).toBe('401 wrong-nonce')
  })
})
