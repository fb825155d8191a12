import { dealToWire, tableEventsPath } from '@parley/protocol'
import { signInAs, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given a server over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh())
  })
  afterAll(() => server.stop())

  it('opens, changes, ticks and streams', async () => {
    const [alice, bob] = [await signInAs(server.url, wallets.alice), await signInAs(server.url, wallets.bob)]
    const a = { as: market.address('alice') }
    const b = { as: market.address('bob') }
    const [mine, theirs] = [await market.mint('alice'), await market.mint('bob')]
    const deal = dealToWire({
      opener: { nfts: [mine], wei: 0n },
      guest: { nfts: [theirs], wei: 5n },
      durationMinutes: 60,
    })
    const { table } = await alice.client.request('openTable', {
      query: a,
      body: { with: b.as, deal, note: 'hi', isReady: true },
    })
    expect(table).toMatchObject({ state: 'proposed', entries: 2, ready: { opener: true, guest: false } })
    const response = await fetch(`${server.url}${tableEventsPath}?as=${b.as}&table=${table.tableId}`, {
      headers: bob.headers(),
    })
    expect(response.status).toBe(200)
    let text = ''
    void (async () => {
      for await (const c of response.body ?? []) text += new TextDecoder().decode(c)
    })().catch(() => undefined)
    await until(async () => text.includes('hello'))
    await bob.client.request('tickVersion', {
      params: { tableId: table.tableId },
      query: b,
      body: { version: 1, isReady: true },
    })
    await until(async () => text.includes('agreed'))
    await market.offer()
    await until(async () => text.includes('"lock":{'))
    await response.body?.cancel().catch(() => undefined)
  })
})
