import { open } from 'node:fs/promises'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPostgres, type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { type Member, signIn } from '../given/tables.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function ask(server: TestServer, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers }, (response) => {
      let body = ''
      response
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    }).on('error', reject)
  })
}

/** Damages the reading marks, as a fault of the disk would. Nothing may be using the database yet. */
async function damageMarks({ PARLEY_DATA, DATABASE_URL }: DatabaseEnv) {
  if (DATABASE_URL !== '') {
    const rename = (from: string, to: string) => askPostgres(DATABASE_URL, `alter table ${from} rename to ${to}`)
    return {
      begin: () => rename('inbox_marks', 'inbox_marks_lost'),
      mend: () => rename('inbox_marks_lost', 'inbox_marks'),
    }
  }
  const path = join(PARLEY_DATA, 'parley.sqlite')
  const db = new Sqlite(path, { readonly: true })
  const bytes = Number(db.pragma('page_size', { simple: true }))
  const page = db.prepare<[], number>(`select rootpage from sqlite_master where tbl_name = 'inbox_marks'`).pluck().all()
  db.close()
  const file = await open(path, 'r+')
  const places = page.filter((number) => number > 0).map((number) => (number - 1) * bytes)
  const before = await Promise.all(
    places.map(async (at) => (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer),
  )
  return {
    begin: () => Promise.all(places.map((at) => file.write(Buffer.alloc(bytes, 0xff), 0, bytes, at))),
    async mend() {
      await Promise.all(places.map((at, index) => file.write(before[index] ?? Buffer.alloc(0), 0, bytes, at)))
      await file.close()
    },
  }
}

/** What differs from answer to answer. */
const ownOfEach = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'keep-alive']

function comparable({ status, headers, body }: Answer) {
  return {
    status,
    body,
    headers: Object.entries(headers)
      // The framework says of a 304 that it has no bytes, which RFC 9110 would rather leave out.
      .filter(([name]) => !ownOfEach.includes(name) && !(status === 304 && name === 'content-length'))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  }
}

/** A body, so that the framework answers and neither the cache nor a read before it. */
const ordinary = { 'content-length': '0' }

describe.each(engines)('given answers that need no framework, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  let id: string
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh(), { REQUESTS_PER_MINUTE: '1000000' })
    id = await market.offer()
    // Its offer alone can be looked up on the chain; the lists hold what is indexed.
    await server.indexer.catchUp()
  })
  afterAll(() => server.stop())

  const paths = () => [
    `/api/swap-offers/creator/${market.address('alice')}`,
    `/api/swap-offers/recipient/${market.address('bob')}`,
    `/api/swap-offers/recipient/${market.address('bob').toLowerCase()}`,
    `/api/swap-offers/user/${market.address('bob')}?limit=2`,
    `/api/swap-offers/creator/${market.address('carol')}`,
    `/api/swap-offers/${id}`,
  ]

  it('are equal to the framework’s in status, headers and body, new and asked again', async () => {
    for (const path of paths()) {
      const first = comparable(await ask(server, path))
      const again = comparable(await ask(server, path))
      const framework = comparable(await ask(server, path, ordinary))
      expect(first, path).toEqual(framework)
      expect(again, path).toEqual(framework)
    }
  })

  it('are equal to the framework’s for a browser that has them already', async () => {
    for (const path of paths()) {
      const { headers } = await ask(server, path)
      const known = { 'if-none-match': `"other", ${headers.etag}` }
      const [ready, framework] = [await ask(server, path, known), await ask(server, path, { ...known, ...ordinary })]
      expect(ready).toMatchObject({ status: 304, body: '' })
      expect(comparable(ready), path).toEqual(comparable(framework))
    }
  })

  it('each have a number of their own, and are counted in the metrics by route', async () => {
    const path = `/api/swap-offers/${id}`
    const counted = async () => {
      const { body } = await ask(server, '/metrics')
      const [, count] =
        /parley_http_seconds_count\{route="\/api\/swap-offers\/:offerId",status="200"\} (\d+)/.exec(body) ?? []
      return Number(count)
    }
    await ask(server, path)
    const before = await counted()
    const answers = [await ask(server, path), await ask(server, path), await ask(server, path)]
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
    expect(await counted()).toBe(before + 3)
  })

  it('are gone with the event that changes them, so no one reads an old list after it', async () => {
    const list = `/api/swap-offers/creator/${market.address('alice')}`
    for (let round = 0; round < 5; round += 1) {
      const next = await market.offer()
      await server.indexer.catchUp()
      expect((await ask(server, list)).body).toContain(next)
      await market.cancel(next)
      await server.indexer.catchUp()
      expect((await ask(server, list)).body).not.toContain(next)
    }
  })
})

describe.each(engines)('given an inbox that is ready, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  let alice: Member
  let path: string
  const env = { REQUESTS_PER_MINUTE: '1000000' }
  let database: DatabaseEnv
  beforeAll(async () => {
    database = await databases.fresh()
    server = await startTestServer(market, database, env)
    await server.indexer.catchUp()
    alice = await signIn(server.url, 'alice')
    path = `/api/inbox?as=${alice.address}`
  })
  afterAll(() => server.stop())

  const own = ({ browser }: Member) => ({ cookie: browser.headers()['cookie'] ?? '' })

  it('has the framework’s status, headers and body, and no tag, since no browser may keep it', async () => {
    const first = await ask(server, path, own(alice))
    const framework = await ask(server, path, { ...own(alice), ...ordinary })
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(comparable(await ask(server, path, own(alice)))).toEqual(comparable(framework))
    expect(comparable(first)).toEqual(comparable(framework))
    for (const { headers } of [first, framework]) expect(headers.etag).toBeUndefined()
  })

  it('is read before the framework by a server that has nothing in memory', async () => {
    await server.stop()
    server = await startTestServer(market, database, env)
    // PostgreSQL may take the server before for the leader a moment longer.
    await until(async () => {
      await server.indexer.catchUp()
      return server.indexer.status().leads
    })
    const first = await ask(server, path, own(alice))
    const framework = await ask(server, path, { ...own(alice), ...ordinary })
    expect(comparable(first)).toEqual(comparable(framework))
    // The framework writes the same headers in another order. It answers where servers share a database.
    const isFramework = Object.keys(first.headers).join() === Object.keys(framework.headers).join()
    expect(isFramework).toBe(engine !== 'sqlite')
    alice = await signIn(server.url, 'alice')
  })

  it('has the words of a decline in any script, as the framework writes them', async () => {
    const id = await market.offer({ from: 'alice', to: 'bob' })
    await server.indexer.catchUp()
    const bob = await signIn(server.url, 'bob')
    const text = 'Schöne Maske, aber nein – 谢谢'
    const body = { reason: 'own-words' as const, text }
    await bob.api.request('declineOffer', { params: { offerId: id }, query: bob.as, body })
    await until(async () => (await ask(server, path, own(alice))).body.includes(text))
    const framework = await ask(server, path, { ...own(alice), ...ordinary })
    expect(comparable(await ask(server, path, own(alice)))).toEqual(comparable(framework))
  })

  it('is another one with the event that changes it, and once it was read', async () => {
    const id = await market.offer({ from: 'bob', to: 'alice' })
    await until(async () => (await ask(server, path, own(alice))).body.includes(`"offer-received:${id}"`))
    const unread = async () => JSON.parse((await ask(server, path, own(alice))).body).counts.unread
    await until(async () => (await unread()) > 0)
    const { items } = await alice.api.request('inbox', { query: alice.as })
    await alice.api.request('readInbox', { query: alice.as, body: { ids: items.map((item) => item.id) } })
    expect(await unread()).toBe(0)
  })

  it('is a clear refusal while the database is damaged, and there again once it is mended', async () => {
    await server.stop()
    const damaged = await damageMarks(database)
    server = await startTestServer(market, database, env)
    await server.indexer.catchUp()
    alice = await signIn(server.url, 'alice')
    await damaged.begin()
    for (const headers of [own(alice), own(alice), { ...own(alice), ...ordinary }])
      expect(await ask(server, path, headers)).toMatchObject({
        status: 500,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ success: false, error: 'the server failed to answer' }),
      })
    expect((await ask(server, '/api/config')).status).toBe(200)
    await damaged.mend()
    expect((await ask(server, path, own(alice))).status).toBe(200)
  })

  it('is for its own wallet, on a page of this site, and until it signs out anywhere', async () => {
    const elsewhere = await signIn(server.url, 'alice')
    const bob = await signIn(server.url, 'bob')
    const status = async (headers: Readonly<Record<string, string>>) => (await ask(server, path, headers)).status
    for (const member of [alice, elsewhere]) expect(await status(own(member))).toBe(200)
    // Bob's is ready too.
    expect((await ask(server, `/api/inbox?as=${bob.address}`, own(bob))).status).toBe(200)
    expect(await status({})).toBe(401)
    expect(await status(own(bob))).toBe(401)
    expect(await status({ ...own(alice), 'sec-fetch-site': 'cross-site' })).toBe(401)
    expect(await status({ ...own(alice), origin: 'https://other.example' })).toBe(401)
    expect(await status({ cookie: `${own(alice).cookie}x` })).toBe(401)
    for (const member of [alice, elsewhere]) expect(await status(own(member))).toBe(200)
    const before = [own(alice), own(elsewhere)]
    await elsewhere.api.request('signOut', { body: { everywhere: true } })
    for (const cookie of before) expect(await status(cookie)).toBe(401)
  })
})

describe('given limits on requests', () => {
  const databases = givenDatabases('sqlite')
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh(), { REQUESTS_PER_MINUTE: '40' })
  })
  afterAll(() => server.stop())

  it('counts ready answers and all others together, and refuses both once they are too many', async () => {
    const id = await market.offer()
    await server.indexer.catchUp()
    const paths = [`/api/swap-offers/${id}`, '/api/config']
    const answers: Answer[] = []
    for (let turn = 0; turn < 40; turn += 1) answers.push(await ask(server, paths[turn % 2] ?? ''))
    const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    expect(left).toEqual(left.map((_, at) => (left[0] ?? 0) - at))
    const refused = await until(async () => {
      const answer = await ask(server, paths[0] ?? '')
      return answer.status === 429 && answer
    })
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await ask(server, paths[1] ?? '')).status).toBe(429)
  })
})
