import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { OfferId } from '@parley/domain'
import { type RpcProxy, startRpcProxy } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/readConfig.ts'
import { leaderLock } from '../../src/db/postgres.ts'
import { examine } from '../../src/doctor/examine.ts'
import { askPostgres, type DatabaseEnv, ownDatabases } from '../given/engines.ts'
import { expectCleanReplay } from '../given/indexTables.ts'
import { type Market, openMarket } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'

const leads = 'this server follows the chain'
const gaveWay = 'another server writes the index as well'
/** A server gives up a request after 20 s, and then has nothing to write. */
const oldRequestMs = 15_000

describe('given two processes on one PostgreSQL, and a leader that is replaced without notice', () => {
  const databases = ownDatabases('postgres')
  const stack = new AsyncDisposableStack()
  const started = new Set<ServerProcess>()
  let market: Market
  let made = 0
  beforeAll(async () => {
    market = await openMarket()
  })
  afterEach(async () => {
    for (const server of started) {
      server.signal('SIGCONT')
      await server.kill()
    }
    started.clear()
  })
  afterAll(async () => {
    await stack.disposeAsync()
    await market.stop()
  })

  async function start(database: DatabaseEnv, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = startServerProcess(market, { ...database, LOG_LEVEL: 'debug', ...env })
    started.add(server)
    await server.url()
    return server
  }
  const healthOf = async (server: ServerProcess): Promise<Record<string, unknown>> =>
    (await fetch(`${await server.url()}/health`)).json()
  /** Until a server's index has all that has happened. */
  const untilIndexed = async (server: ServerProcess): Promise<void> => {
    const head = Number(await market.chain.client.getBlockNumber())
    await until(async () => Number((await healthOf(server))['indexedBlock']) >= head)
  }
  /** Ends the session that holds the lead, as PostgreSQL does with one whose packets are lost. */
  const endLead = ({ DATABASE_URL }: DatabaseEnv) =>
    askPostgres(
      DATABASE_URL,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${leaderLock}`,
    )

  /** Stops a leader that has read an offer, and lets another take over. False where the leader's request is too old by then. */
  async function overtake() {
    const database = await databases.fresh()
    const proxy = await startRpcProxy(market.chain.url)
    stack.defer(() => proxy.stop())
    const still = await start(database, { RPC_URLS: proxy.url })
    await until(async () => still.hasSaid(leads))
    const other = await start(database)
    const pages = await Promise.all([still, other].map(async (server) => openPage(await server.url())))
    const [give, want] = [await market.mint('alice'), await market.mint('bob')]
    await untilIndexed(still)
    const held = holdLogs(proxy)
    const sinceMs = performance.now()
    const id = await market.offerOf('alice', [give], [want])
    made += 1
    await held.asked
    still.signal('SIGSTOP')
    await endLead(database)
    await until(async () => (await healthOf(other))['lead'] === 'own')
    await untilIndexed(other)
    await market.cancel(id)
    await untilIndexed(other)
    held.release()
    still.signal('SIGCONT')
    return performance.now() - sinceMs < oldRequestMs && { database, still, other, pages, id }
  }

  it('writes nothing that it had read before it stood still, and says that two thought they lead', async () => {
    const { database, still, other, pages, id } = await until(overtake)
    await until(async () => still.hasSaid(gaveWay))
    expect(await healthOf(still)).toMatchObject({ ready: true, lead: 'disputed' })
    expect(await healthOf(other)).toMatchObject({ ready: true, lead: 'own' })
    const { port } = new URL(await still.url())
    const findings = await examine(
      readConfig({ ...database, RPC_URLS: market.chain.url, DEPLOYMENT_FILE: market.deploymentFile, PORT: port }),
    )
    expect(findings).toContainEqual({
      what: 'leader',
      state: 'warning',
      words: expect.stringMatching(/another one both thought.*that they lead.*nothing was written twice/),
    })

    const last = await market.offer()
    made += 1
    for (const server of [still, other]) await untilIndexed(server)
    expect(await expectCleanReplay(database, { market, databases })).toBe(made)
    // Each page heard of each change once.
    for (const page of pages) {
      await until(async () => page.events.some((event) => event.type === 'offer' && event.offerId === last))
      const heardOf = (one: OfferId) => page.events.filter((event) => event.type === 'offer' && event.offerId === one)
      expect([heardOf(id).length, heardOf(last).length]).toEqual([2, 1])
      page.leave()
    }
  })

  it('asks whether it still leads where its connection was cut without a word, and gives way', async () => {
    const database = await databases.fresh()
    const way = await openSilentWay(database.DATABASE_URL)
    stack.defer(() => way.stop())
    const deaf = await start(database, { DATABASE_DIRECT_URL: way.url })
    await until(async () => deaf.hasSaid(leads))
    const other = await start(database)
    expect(other.hasSaid(leads)).toBe(false)
    way.cut()
    // No block comes in the meantime, so no write tells it.
    await until(async () => other.hasSaid(leads))
    await until(async () => (await healthOf(deaf))['lead'] === 'other')
    await until(async () => deaf.hasSaid('the session that holds the lead does not answer'))
    await market.offer()
    for (const server of [deaf, other]) await untilIndexed(server)
    await expectCleanReplay(database, { market, databases })
  })
})

/** Holds back the next logs. `asked` resolves once they were asked for. */
function holdLogs(proxy: RpcProxy): { readonly asked: Promise<void>; release(): void } {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  proxy.holdBack(async (calls) => {
    if (!calls.some(({ method }) => method === 'eth_getLogs')) return
    asked.resolve()
    await released.promise
  })
  return {
    asked: asked.promise,
    release() {
      proxy.holdBack(() => Promise.resolve())
      released.resolve()
    },
  }
}

/** A way to PostgreSQL that can lose its far half. The database sees its sessions end, and the server doesn't. */
async function openSilentWay(target: string) {
  const { pathname, searchParams } = new URL(target.replace('postgres://', 'http://any'))
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  const cutOff = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(path)
    near.add(client)
    far.add(database)
    client
      .on('error', () => undefined)
      .on('close', () => {
        near.delete(client)
        database.destroy()
      })
    database
      .on('error', () => undefined)
      .on('close', () => {
        far.delete(database)
        if (!cutOff.has(database)) client.destroy()
      })
    client.on('data', (chunk: Buffer) => void (database.destroyed || database.write(chunk)))
    database.on('data', (chunk: Buffer) => void client.write(chunk))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port is expected')
  return {
    url: `postgres://parley@127.0.0.1:${address.port}${pathname}`,
    cut() {
      for (const socket of far) {
        cutOff.add(socket)
        socket.destroy()
      }
    },
    async stop() {
      for (const socket of [...near, ...far]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
