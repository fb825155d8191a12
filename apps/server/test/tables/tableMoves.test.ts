import { request } from 'node:http'
import type { Nft } from '@parley/domain'
import { tableEventsPath } from '@parley/protocol'
import { wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, openTablePage, refusalOf, send, serveTwo, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
let ofAlice: Nft
let ofBob: Nft
beforeAll(async () => {
  market = await openMarket()
  ofAlice = await market.mint('alice')
  ofBob = await market.mint('bob')
})
afterAll(() => market.stop())

const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA'

describe.each(engines)('given two people at a table, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  let alice: Member
  let bob: Member
  const swap = () => terms({ opener: [ofAlice], guest: [ofBob] })
  /** A new table of theirs; the one before is left. */
  const sitDown = async (isReady = true) => {
    const { tables } = await alice.api.request('tables', { query: alice.as })
    for (const { tableId, state } of tables) if (state !== 'closed') await at(alice, tableId).leave()
    const { tableId } = await open(alice, bob, swap(), { isReady })
    return { tableId, hers: at(alice, tableId), his: at(bob, tableId) }
  }
  beforeAll(async () => {
    ;({ server, alice, bob } = await serveTwo(market, await databases.fresh()))
  })
  afterAll(() => server.stop())

  it('takes them from a proposal over a counter to an agreement, and keeps the log', async () => {
    const { tableId, hers, his } = await sitDown()
    const deal = terms({ opener: [ofAlice], guest: [ofBob], openerWei: 5n, guestWei: 3n, durationMinutes: 60 })
    const countered = await his.lay(1, deal, { isReady: true, note: 'and coins' })
    expect(countered).toMatchObject({ state: 'proposed', ready: { opener: false, guest: true }, version: { deal } })
    await hers.say('fine')
    const agreed = await hers.tick(2)
    expect(agreed).toMatchObject({ tableId, state: 'agreed', ready: { opener: true, guest: true }, locker: 'opener' })
    expect(agreed.log.map(({ n, kind, by }) => [n, kind, by])).toEqual([
      [1, 'version', 'opener'],
      [2, 'ready', 'opener'],
      [3, 'version', 'guest'],
      [4, 'ready', 'guest'],
      [5, 'note', 'opener'],
      [6, 'ready', 'opener'],
      [7, 'agreed', 'opener'],
    ])
    expect(agreed.log[2]).toMatchObject({ note: 'and coins', version: 2, deal })
    expect(agreed.agreed).toMatchObject({ number: 2, deal })
    for (const { at: atS } of agreed.log) expect(Math.abs(atS - Date.now() / 1000)).toBeLessThan(240)
    expect(await his.read()).toEqual({ ...agreed, seen: expect.anything() })
    expect(await refusalOf(his.pass(2, 'guest'))).toBe('409 not-locker')
    expect(await hers.pass(2, 'guest')).toMatchObject({ locker: 'guest' })
    expect(await his.lay(2, swap())).toMatchObject({ state: 'proposed', ready: { opener: false, guest: false } })
  })

  it('answers a move with the lines of the log that the page lacks', async () => {
    const { tableId, hers, his } = await sitDown()
    const say = async (text: string, logAfter: number): Promise<(string | number)[]> => {
      const { as: query, api } = alice
      const { table } = await api.request('sayAtTable', { params: { tableId }, query, body: { text, logAfter } })
      return [table.entries, ...table.log.map(({ n }) => n)]
    }
    expect(await say('one', 2)).toEqual([3, 3])
    await his.say('two')
    expect(await say('three', 3)).toEqual([5, 4, 5])
    expect(await say('a page that is mistaken', 90)).toEqual([6])
    expect((await hers.say('a page that says nothing of it')).log).toHaveLength(7)
  })

  it('lets a version be declined with words and withdrawn, and a dead one be countered', async () => {
    const { hers, his } = await sitDown()
    const declined = await his.decline(1, 'not this one')
    expect(declined.state).toBe('declined')
    expect(declined.log.at(-1)).toMatchObject({ kind: 'declined', reason: 'own-words', text: 'not this one' })
    expect(await refusalOf(hers.tick(1))).toBe('409 dead-version')
    expect(await hers.lay(1, swap(), { isReady: true })).toMatchObject({ state: 'proposed' })
    expect(await hers.withdraw(2)).toMatchObject({ state: 'withdrawn' })
  })

  it('takes nothing that is about an older version, and shows the other nothing of it', async () => {
    const { tableId, hers, his } = await sitDown()
    await his.lay(1, terms({ opener: [ofAlice], guestWei: 1n }))
    const page = await openTablePage(bob, tableId)
    const before = page.events.length
    const stale = [
      hers.tick(1),
      hers.lay(1, terms({ guest: [ofBob], openerWei: 2n })),
      hers.decline(1),
      hers.withdraw(1),
      hers.pass(1, 'guest'),
      hers.lock(1, `0x${'1'.repeat(64)}`),
    ]
    expect(await Promise.all(stale.map(refusalOf))).toEqual(stale.map(() => '409 changed'))
    expect(await hers.read()).toMatchObject({ version: { number: 2 }, ready: { opener: false, guest: false } })
    await hers.say('sorry')
    await until(async () => page.head()?.entries === 4)
    expect(page.events.slice(before).filter(({ type }) => type === 'table')).toHaveLength(1)
    page.leave()
  })

  it('makes exactly one version of many that both lay down on the same one at once', async () => {
    const { hers, his } = await sitDown()
    const laid = Array.from({ length: 8 }, (_, index) =>
      refusalOf(
        (index % 2 ? hers : his).lay(1, terms({ opener: [ofAlice], guest: [ofBob], guestWei: BigInt(index + 1) })),
      ),
    )
    const outcomes = await Promise.all(laid)
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === '409 changed')).toHaveLength(7)
    expect(await hers.read()).toMatchObject({ version: { number: 2 }, entries: 3 })
  })

  it('counts a tick once, and never for a version that came at the same moment', async () => {
    const { hers, his } = await sitDown(false)
    await Promise.all([hers.tick(1), hers.tick(1), hers.tick(1)])
    expect((await hers.read()).log.filter(({ kind }) => kind === 'ready')).toHaveLength(1)
    const [, laid] = await Promise.all([
      refusalOf(his.tick(1)),
      refusalOf(his.lay(1, terms({ opener: [ofAlice], guestWei: 7n }))),
    ])
    expect(laid).toBeNull()
    expect(await hers.read()).toMatchObject({
      version: { number: 2 },
      ready: { opener: false, guest: false },
      agreedAt: null,
    })
  })

  it('gives a pair one open table, also if both open it several times at once', async () => {
    const { hers } = await sitDown()
    await hers.leave()
    const opened = await Promise.all(
      [alice, bob, alice, bob, alice].map((from) => open(from, from === alice ? bob : alice, terms({}))),
    )
    expect(new Set(opened.map(({ tableId }) => tableId)).size).toBe(1)
    const body = { with: bob.address, deal: swap(), isReady: true }
    const again = await send(alice, 'POST', `/api/tables?as=${alice.address}`, body)
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ table: { tableId: opened[0]?.tableId, version: { number: 1 } } })
  })

  it('is over when one leaves', async () => {
    const { tableId, hers, his } = await sitDown()
    expect(await his.leave()).toMatchObject({ state: 'closed', closedBy: 'guest' })
    expect(await refusalOf(hers.say('wait'))).toBe('409 closed')
    expect((await open(alice, bob, swap())).tableId).not.toBe(tableId)
  })

  it('lists a wallet’s tables, the newest change first, in pages', async () => {
    await sitDown()
    const { tables, nextCursor } = await bob.api.request('tables', { query: bob.as })
    expect(tables.map(({ changedAt }) => changedAt)).toEqual(
      tables.map(({ changedAt }) => changedAt).toSorted((a, b) => b - a),
    )
    expect(new Set(tables.flatMap(({ opener, guest }) => [opener, guest]))).toEqual(
      new Set([alice.address, bob.address]),
    )
    expect(nextCursor).toBeNull()
    const withWallet = async (other: Member['address']) =>
      (await bob.api.request('tables', { query: { ...bob.as, with: other } })).tables.length
    expect(await withWallet(alice.address)).toBe(tables.length)
    expect(await withWallet(ofAlice.contract)).toBe(0)
    expect(await refusalOf(bob.api.request('tables', { query: { ...bob.as, cursor: 'x' } }))).toBe('400 undefined')
  })

  it('writes one line with an id into the log for a report, without what was said', async () => {
    const { tableId, hers, his } = await sitDown()
    await his.say('the other’s secret words')
    const { reportId } = await hers.report('spam')
    const lines = server.log.filter((line) => line.includes(reportId))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(String(lines[0]))).toMatchObject({ tableId, by: 'opener', text: 'spam' })
    expect(server.log.some((line) => line.includes('secret words'))).toBe(false)
  })

  it('shows a third wallet the same of it as of a table that there isn’t', async () => {
    const { tableId, hers } = await sitDown()
    const page = await openTablePage(alice, tableId)
    // Her own arrival may come before or after the greeting.
    await until(async () => page.events.some(({ type }) => type === 'presence'))
    const before = page.events.length
    const carol = await signIn(server.url, 'carol')
    const answers = await Promise.all(
      [tableId, unknownId].map(async (id) => {
        const own = `/api/tables/${id}`
        const as = `?as=${carol.address}`
        const moves = [
          ['versions', { base: 1, deal: swap(), isReady: true }],
          ['ready', { version: 1, isReady: true }],
          ['decline', { version: 1, reason: 'not-now' }],
          ['withdraw', { version: 1 }],
          ['notes', { text: 'hello' }],
          ['locker', { version: 1, locker: 'guest' }],
          ['lock', { version: 1, offerId: `0x${'1'.repeat(64)}` }],
          ['leave', {}],
          ['report', { text: 'x' }],
        ] as const
        const gets = [`${own}${as}`, `${tableEventsPath}${as}&table=${id}`].map((path) => send(carol, 'GET', path))
        const posts = moves.map(([name, body]) => send(carol, 'POST', `${own}/${name}${as}`, body))
        return Promise.all([...gets, ...posts])
      }),
    )
    const [ofTheirs, ofNone] = answers
    expect(ofTheirs).toEqual(ofNone)
    const refused = { status: 404, body: { success: false, error: 'no such table', code: 'no-such-table' } }
    expect(ofTheirs).toEqual(ofTheirs?.map(() => refused))
    expect((await carol.api.request('tables', { query: carol.as })).tables).toEqual([])
    expect(await hers.read()).toMatchObject({ entries: 2 })
    // Nor are the two shown anything of her, not even that she was there.
    await hers.say('only us')
    await until(async () => page.head()?.entries === 3)
    expect(page.events.slice(before).filter(({ type }) => type !== 'inbox')).toMatchObject([{ type: 'table' }])
    page.leave()
    expect(await refusalOf(carol.api.request('table', { params: { tableId }, query: alice.as }))).toBe(
      '401 other-wallet',
    )
  })

  it('takes a limited number of changes from a wallet', async () => {
    // Rates refill with time, and a slow machine gives them some.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const database = await databases.fresh()
    const slow = await startTestServer(market, database, { WRITES_PER_MINUTE: '8' })
    try {
      const hasty = await signIn(slow.url, 'alice')
      const { tableId } = await open(hasty, bob, swap())
      const said = await Promise.all(
        Array.from({ length: 90 }, () => refusalOf(at(hasty, tableId).say('and another thing'))),
      )
      // A fifth of the 300 moves of a minute, and two for the table.
      const made = said.filter((outcome) => outcome === null).length
      expect(made).toBeGreaterThan(50)
      expect(made).toBeLessThanOrEqual(58)
      expect(said).toContain('429 undefined')

      const his = at(await signIn(slow.url, 'bob'), tableId)
      // Two sign-ins and a table are five of the eight writes of their network.
      const reports = []
      for (let index = 0; index < 4; index += 1) reports.push(await refusalOf(his.report('again')))
      expect(reports).toEqual([null, null, null, '429 undefined'])

      // A log of two megabytes takes the server as long as many moves.
      await spoil(market, database, (tx) =>
        tx
          .updateTable('table_entries')
          .set({ text: 'x'.repeat(40_000) })
          .where('table_id', '=', tableId)
          .execute(),
      )
      const read = []
      for (let index = 0; index < 4; index += 1) read.push(await refusalOf(his.read()))
      expect(read[0]).toBeNull()
      expect(read.at(-1)).toBe('429 undefined')
    } finally {
      await slow.stop()
      vi.useRealTimers()
    }
  })

  it('takes as much from a wallet and a network as there is room for in a day, and lets them leave', async () => {
    const small = await serveTwo(market, await databases.fresh(), { TABLE_KB_PER_DAY: '8' })
    try {
      const { tableId } = await open(small.alice, small.bob, swap())
      const sayAll = (member: Member) =>
        Promise.all(Array.from({ length: 8 }, () => refusalOf(at(member, tableId).say('x'.repeat(280)))))
      const count = async (member: Member) => (await sayAll(member)).filter((outcome) => outcome === null).length
      // Two kilobytes of a wallet are three notes besides the first version, or four.
      expect(await count(small.alice)).toBe(3)
      // However they are sent: a body in chunks has no length in its head.
      const text = JSON.stringify({ text: 'x'.repeat(280) })
      const notes = `/api/tables/${tableId}/notes?as=${small.bob.address}`
      const statuses = []
      for (let index = 0; index < 6; index += 1) statuses.push(await sendInChunks(small.bob, notes, text))
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
      expect(await sayAll(small.bob)).toEqual(Array.from({ length: 8 }, () => '429 used-up'))
      // The network has room for another wallet, until it is full.
      expect(await refusalOf(open(await signIn(small.server.url, 'carol'), small.bob, terms({})))).toBeNull()
      expect(await refusalOf(at(small.bob, tableId).leave())).toBeNull()
    } finally {
      await small.server.stop()
    }
  })

  it('shows the other nothing of a deal that is refused', async () => {
    const { tableId, hers } = await sitDown()
    const page = await openTablePage(bob, tableId)
    const before = page.events.length
    const ofCarol = await market.mint('carol')
    const carol = wallets.carol.account.address
    const foreign = { contract: market.escrow.address, tokenId: 1n }
    const many = Array.from({ length: 21 }, (_, index) => ({ contract: market.collection, tokenId: BigInt(index) }))
    const refused = [
      [terms({ opener: [foreign], guest: [ofBob] }), '400 unknown-collection', 'deal.opener.nfts.0'],
      [terms({ opener: many, guest: [ofBob] }), '400 too-many-nfts', 'deal.opener.nfts'],
      [terms({ opener: [ofAlice], guest: many }), '400 too-many-nfts', 'deal.guest.nfts'],
      [terms({ opener: [ofAlice, ofAlice], guest: [ofBob] }), '400 nft-twice', 'deal.opener.nfts.1'],
      [terms({ opener: [ofBob], guest: [ofBob] }), '400 nft-twice', 'deal.guest.nfts.0'],
      [terms({ opener: [ofAlice, ofCarol], guest: [ofBob] }), '409 not-held', 'deal.opener.nfts.1'],
      [terms({ opener: [ofBob], guest: [ofAlice] }), '409 not-held', 'deal.opener.nfts.0'],
      [terms({ opener: [{ contract: market.collection, tokenId: 199n }] }), '409 not-held', 'deal.opener.nfts.0'],
      [terms({ opener: [ofAlice], guestWei: 10n ** 30n }), '409 over-balance', 'deal.guest.wei'],
      [terms({ opener: [ofAlice], openerWei: 10n ** 30n }), '409 over-balance', 'deal.opener.wei'],
      [swap(), '409 same-deal', undefined],
    ] as const
    const own = `/api/tables/${tableId}`
    const lay = (body: object) => send(alice, 'POST', `${own}/versions?as=${alice.address}`, body)
    for (const [deal, said, field] of refused) {
      const { status, body } = await lay({ base: 1, deal, isReady: true })
      const [code, word] = said.split(' ')
      expect([status, body], said).toEqual([
        Number(code),
        { success: false, error: expect.any(String), code: word, ...(field && { field }) },
      ])
      // A new table is held to the same.
      if (status === 400)
        expect(
          await send(alice, 'POST', `/api/tables?as=${alice.address}`, { with: carol, deal, isReady: true }),
        ).toEqual({ status, body })
    }
    const malformed = [
      [{ base: 1, deal: { ...swap(), durationMinutes: 7 }, isReady: true }, 'deal.durationMinutes'],
      [{ base: 1, deal: { ...swap(), guest: { nfts: [], wei: '-1' } }, isReady: true }, 'deal.guest.wei'],
      [{ base: 0, deal: swap(), isReady: true }, 'base'],
      [{ base: 1, deal: swap(), isReady: true, note: '🙂'.repeat(281) }, 'note'],
    ] as const
    for (const [body, field] of malformed) expect(await lay(body)).toMatchObject({ status: 400, body: { field } })
    expect(await send(alice, 'POST', `${own}/notes?as=${alice.address}`, { text: 'x'.repeat(281) })).toMatchObject({
      status: 400,
      body: { field: 'text' },
    })
    expect(await send(alice, 'POST', `${own}/notes?as=${alice.address}`, { text: 'x'.repeat(1_000_000) })).toEqual({
      status: 413,
      body: { success: false, error: 'the body is too large' },
    })
    await hers.say('done')
    await until(async () => page.head()?.entries === 3)
    const heard = page.events.slice(before).filter((event) => event.type === 'table' && event.table.tableId === tableId)
    expect(heard).toHaveLength(1)
    page.leave()
  })

  it('finds an NFT that was minted a moment ago, before the index has it', async () => {
    const { hers } = await sitDown()
    const fresh = await market.mint('bob')
    expect(await hers.lay(1, terms({ opener: [ofAlice], guest: [fresh] }))).toMatchObject({ version: { number: 2 } })
  })
})

/** Posts JSON without saying how long it is. */
function sendInChunks({ url, browser }: Member, path: string, text: string): Promise<number | undefined> {
  const headers = { ...browser.headers(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end(text)
  })
}
