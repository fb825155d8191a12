import { createClientOf, memberRoutes } from '@parley/protocol'
import { createOffer, openBrowser, signInAs, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startServerProcess } from '../given/serverProcess.ts'
import { at, open, openTablePage, refusalOf, type Member, terms } from '../given/tables.ts'
import { patienceMs, startTestServer, type TestServer, until } from '../given/testServer.ts'

/** Servers behind one name: a session of one is a session of all. */
const origin = 'http://tables.test'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

async function signIn(url: string, person: 'alice' | 'bob'): Promise<Member> {
  const browser = await signInAs(url, wallets[person], openBrowser(url, { origin }))
  return memberAt(url, { person, browser })
}

/** The same browser, when its next request reaches another server. */
function memberAt(url: string, { person, browser }: { person: 'alice' | 'bob'; browser: Member['browser'] }): Member {
  const withCookie: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { 'content-type': 'application/json', ...browser.headers() } })
  const { address } = wallets[person].account
  const api = { ...browser.client, ...createClientOf(memberRoutes, url, { fetch: withCookie, timeoutMs: patienceMs }) }
  return { address, as: { as: address }, api, browser, url }
}

describe('given two people at a table, whose servers come and go', () => {
  const databases = givenDatabases('postgres')
  let staying: TestServer
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    const database = await databases.fresh()
    env = { ...database, PUBLIC_ORIGIN: origin }
    staying = await startTestServer(market, database, env)
  })
  afterAll(() => staying.stop())

  it('takes them from a proposal to the swap, by way of a server killed in the middle of a move', async () => {
    const [give, want] = [await market.mint('alice'), await market.mint('bob')]
    const deal = (guestWei: bigint) => terms({ opener: [give], guest: [want], guestWei })
    const doomed = startServerProcess(market, env)
    const alice = await signIn(await doomed.url(), 'alice')
    const bob = await signIn(staying.url, 'bob')
    const { tableId } = await open(alice, bob, deal(0n))
    const [hers, his] = [await openTablePage(alice, tableId), await openTablePage(bob, tableId)]
    await at(bob, tableId).lay(1, deal(2n), { isReady: true })
    await until(async () => hers.head()?.version.number === 2)

    // Whether it was made is known to the database alone.
    const sent = refusalOf(at(alice, tableId).lay(2, deal(1n))).catch(() => 'no answer')
    await doomed.kill()
    await Promise.all([sent, hers.ended])
    const moved = memberAt(staying.url, { person: 'alice', browser: alice.browser })
    const here = await openTablePage(moved, tableId)
    // The database may still be making it.
    const found = await until(async () => {
      const table = await at(moved, tableId).read()
      return table.version.number === here.head()?.version.number && table
    })
    expect(here.head()).toMatchObject({ version: found.version, ready: found.ready })
    if (found.version.number === 2) {
      const again = await refusalOf(at(moved, tableId).lay(2, deal(1n)))
      expect([null, '409 changed']).toContain(again)
    }
    await until(async () => his.head()?.version.number === 3)

    const started = startServerProcess(market, env)
    const elsewhere = memberAt(await started.url(), { person: 'bob', browser: bob.browser })
    his.leave()
    const there = await openTablePage(elsewhere, tableId)
    expect(there.head()).toMatchObject({ version: { number: 3 }, ready: { opener: false, guest: false } })
    // A tick for what was on the table before counts for nothing.
    expect(await refusalOf(at(elsewhere, tableId).tick(2))).toBe('409 changed')
    await at(elsewhere, tableId).tick(3)
    await until(async () => here.head()?.ready.guest === true)
    await at(moved, tableId).tick(3)
    await until(async () => there.head()?.state === 'agreed')

    const offerId = await createOffer(
      { chain: market.chain, escrow: market.escrow.address },
      {
        from: wallets.alice,
        offered: [give],
        requested: [want],
        coins: { offeredWei: 0n, requestedWei: 1n },
        durationS: 86_400,
      },
    )
    for (const page of [here, there]) await until(async () => page.head()?.lock?.offerId === offerId)
    await market.accept(offerId)
    for (const page of [here, there]) await until(async () => page.head()?.lock?.status === 'completed')
    expect(there.head()).toEqual(here.head())
    const { log } = await at(moved, tableId).read()
    expect(log.map(({ kind }) => kind)).toEqual([
      'version',
      'ready',
      'version',
      'ready',
      'version',
      'ready',
      'ready',
      'agreed',
      'locked',
    ])
    here.leave()
    there.leave()
    started.signal('SIGTERM')
    expect(await started.ended).toBe(0)
  })
})
