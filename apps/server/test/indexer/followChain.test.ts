import { writeFile } from 'node:fs/promises'
import type { WireOffer } from '@parley/protocol'
import { startRpcProxy, type ProxiedCall, type RpcProxy } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCheckpoints } from '../../src/indexer/checkpoints.ts'
import { engines, givenDatabases, type DatabaseEnv } from '../given/engines.ts'
import { offerRows, openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

/** What a settled offer has and an open one lacks. */
const unsettled = {
  settlement: null,
  settled_by: null,
  settled_tx_hash: null,
  settled_at_s: null,
  settled_block: null,
}

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given a chain with a history, indexed into %s', (engine) => {
  const databases = givenDatabases(engine)
  /** Whether to try what the chain alone decides: over one database, and over both in `pnpm test:full`. */
  const tried = engine === engines[0] || process.env['SERVER_KILLS'] !== undefined
  const running = new Set<TestServer>()
  const proxies = new Set<RpcProxy>()
  afterEach(async () => {
    for (const server of running) await server.stop()
    for (const proxy of proxies) await proxy.stop()
    running.clear()
    proxies.clear()
  })

  const start = async (database: DatabaseEnv, env: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
    const server = await startTestServer(market, database, env)
    running.add(server)
    return server
  }
  const stop = async (server: TestServer): Promise<void> => {
    running.delete(server)
    await server.stop()
  }
  const proxied = async (...args: Parameters<typeof startRpcProxy>): Promise<RpcProxy> => {
    const proxy = await startRpcProxy(...args)
    proxies.add(proxy)
    return proxy
  }
  const stored = async (database: DatabaseEnv): Promise<readonly object[]> => {
    const db = await openBeside(market, database)
    try {
      return await offerRows(db)
    } finally {
      await db.close()
    }
  }
  const isIndexed = (server: TestServer, id: string, is: (offer: WireOffer) => boolean = () => true) =>
    until(async () => {
      const { offers } = await server.api.request('offersByUser', {
        params: { address: market.address('alice') },
        query: { limit: '100' },
      })
      const offer = offers.find(({ offerId }) => offerId === id)
      return offer && is(offer)
    })

  /** Until only a new block makes a server ask the chain. */
  const isAtRest = async (server: TestServer, database: DatabaseEnv): Promise<void> => {
    const db = await openBeside(market, database)
    // Offers, holdings and the owner's record are all at the head from then on.
    await until(async () => (await readCheckpoints(db.read)).size === 3)
    await db.close()
    // The first count of trades asks through the same endpoint.
    await until(async () => (await server.raw('/api/stats')).status === 200)
    await server.indexer.catchUp()
  }

  describe('when a server was away while offers were made and settled', () => {
    it('catches up from where it stood, to what a new index holds', async () => {
      const database = await databases.fresh()
      const open = await market.offer()
      const first = await start(database)
      await isIndexed(first, open)
      await stop(first)
      await market.accept(open)
      const cancelled = await market.offer()
      await market.cancel(cancelled)
      const left = await market.offer({ offered: 4 })
      const second = await start(database)
      await isIndexed(second, left)
      await isIndexed(second, open, ({ status }) => status === 'completed')
      const again = await databases.fresh()
      await isIndexed(await start(again), left)
      expect(await stored(database)).toEqual(await stored(again))
    })
  })

  describe('when the index was spoiled', () => {
    it('puts it right by a sync from block 0, says what it changed, and has nothing left to change', async () => {
      const database = await databases.fresh()
      const [lost, reopened, closed] = [await market.offer(), await market.offer(), await market.offer()]
      await market.cancel(reopened)
      const server = await start(database)
      await isIndexed(server, closed)
      const before = await stored(database)
      const head = server.indexer.status().head?.number ?? 0
      const settled = { settlement: 'cancelled', settled_by: market.address('carol'), settled_block: head } as const
      await spoil(market, database, async (tx) => {
        await tx.deleteFrom('offers').where('id', '=', lost).execute()
        await tx.updateTable('offers').set(unsettled).where('id', '=', reopened).execute()
        await tx.updateTable('offers').set(settled).where('id', '=', closed).execute()
      })
      const sync = () => server.api.request('syncOffers', { query: { fromBlock: '0' } })
      expect((await sync()).details).toEqual({ created: 1, reactivated: 1, deactivated: 1 })
      expect(await stored(database)).toEqual(before)
      expect((await sync()).details).toEqual({ created: 0, reactivated: 0, deactivated: 0 })
    })

    it('puts open offers right by fix-completed, with who, where and when', async () => {
      const database = await databases.fresh()
      const id = await market.offer()
      await market.accept(id)
      const server = await start(database)
      await isIndexed(server, id, ({ isActive }) => !isActive)
      const before = await stored(database)
      await spoil(market, database, (tx) => tx.updateTable('offers').set(unsettled).where('id', '=', id).execute())
      const { checked, fixed } = await server.api.request('fixCompleted')
      expect(fixed).toBe(1)
      expect(checked).toBeGreaterThanOrEqual(1)
      expect(await stored(database)).toEqual(before)
      expect((await server.api.request('fixCompleted')).fixed).toBe(0)
    })
  })

  describe.runIf(tried)('when many ask for a sync at once', () => {
    it('walks once for all of them', async () => {
      const proxy = await proxied(market.chain.url)
      const database = await databases.fresh()
      const server = await start(database, { RPC_URLS: proxy.url, POLL_MS: '60000' })
      await isAtRest(server, database)
      const logReads = () => proxy.traffic().calls['eth_getLogs'] ?? 0
      const before = logReads()
      const allAreIn = Promise.withResolvers<void>()
      proxy.holdBack(async (calls) => {
        if (rangeOf(calls) !== null) await allAreIn.promise
      })
      const answers = Array.from({ length: 50 }, () => server.api.request('syncOffers', { query: { fromBlock: '0' } }))
      const sockets = async () => {
        const { body } = await server.raw('/metrics')
        return Number(/^parley_http_sockets (\d+)$/m.exec(String(body['text']))?.[1])
      }
      // The one that asks for this is beside them.
      await until(async () => (await sockets()) > answers.length)
      allAreIn.resolve()
      await Promise.all(answers)
      expect(logReads() - before).toBe(1)
    })
  })

  describe.runIf(tried)('when an endpoint refuses ranges of more than a few blocks', () => {
    it('halves them until they are taken, and reads everything', async () => {
      const refused: number[] = []
      const proxy = await proxied(market.chain.url, {
        interfere: (calls) => {
          const size = rangeOf(calls)
          if (size === null || size <= 5) return undefined
          refused.push(size)
          return { kind: 'edit', edit: (text) => refusal(text, `requested too many blocks, maximum is set to 5`) }
        },
      })
      const database = await databases.fresh()
      const id = await market.offer()
      await isIndexed(await start(database, { RPC_URLS: proxy.url }), id)
      const direct = await databases.fresh()
      await isIndexed(await start(direct), id)
      expect(await stored(database)).toEqual(await stored(direct))
      expect(refused[0]).toBeGreaterThan(refused.at(-1) ?? 0)
    })
  })

  describe('when every endpoint refuses the logs of older blocks', () => {
    it('goes on from the head with what it is given, and reads its open offers again', async () => {
      const database = await databases.fresh()
      const id = await market.offer()
      const first = await start(database)
      await isIndexed(first, id)
      await stop(first)
      await market.cancel(id)
      const proxy = await proxied(market.chain.url, {
        interfere: (calls) =>
          rangeOf(calls) === null
            ? undefined
            : { kind: 'edit', edit: (text) => refusal(text, 'logs are not kept here') },
      })
      const second = await start(database, { RPC_URLS: proxy.url })
      await isIndexed(second, id, ({ isActive }) => !isActive)
      const { body } = await second.raw(`/api/swap-offers/${id}`)
      expect(body).toMatchObject({ offer: { status: 'cancelled', completedBy: null, completedTxHash: null } })
      await second.indexer.catchUp()
      expect(second.indexer.status().failure).toBeNull()
      proxy.interfere(undefined)
      await second.api.request('syncOffers', { query: { fromBlock: '0' } })
      expect((await second.raw(`/api/swap-offers/${id}`)).body).toMatchObject({
        offer: { completedBy: market.address('alice') },
      })
    })
  })

  describe.runIf(tried)('when the chain is away for a while', () => {
    it('serves what it has, says that it is not ready, and goes on when the chain is back', async () => {
      const proxy = await proxied(market.chain.url)
      const database = await databases.fresh()
      const id = await market.offer()
      const server = await start(database, { RPC_URLS: proxy.url })
      await isIndexed(server, id)
      expect(await server.raw('/health')).toMatchObject({ status: 200, body: { ready: true, lagBlocks: 0 } })
      proxy.interfere(() => ({ kind: 'reset' }))
      await until(async () => server.indexer.status().failure !== null)
      expect((await server.raw(`/api/swap-offers/${id}`)).status).toBe(200)
      const during = await market.offer()
      proxy.interfere(undefined)
      await isIndexed(server, during)
    })
  })

  describe.runIf(tried)('when a block can be read at the second attempt only', () => {
    it('still tells open pages of it', async () => {
      const proxy = await proxied(market.chain.url)
      const database = await databases.fresh()
      const server = await start(database, { RPC_URLS: proxy.url, POLL_MS: '60000' })
      await isAtRest(server, database)
      const page = await openPage(server.url)
      await market.offer()
      const block = Number(await market.chain.client.getBlockNumber())
      proxy.interfere((calls) => (rangeOf(calls) === null ? undefined : { kind: 'reset' }))
      await expect(server.indexer.catchUp()).rejects.toThrow()
      proxy.interfere(undefined)
      await until(() =>
        server.indexer.catchUp().then(
          () => true,
          () => false,
        ),
      )
      await until(async () => page.events.some((event) => event.type === 'head' && event.block === block))
      page.leave()
    })
  })

  describe.runIf(tried)('when nothing or something happens on the chain', () => {
    it('asks at most two requests a poll', async () => {
      let requests = 0
      const proxy = await proxied(market.chain.url, {
        interfere: (calls) => {
          // The holdings look at a collection now and then, which is not part of following.
          if (calls.some(({ method }) => method !== 'eth_call')) requests += 1
          return undefined
        },
      })
      const database = await databases.fresh()
      const server = await start(database, { RPC_URLS: proxy.url, POLL_MS: '60000' })
      await isAtRest(server, database)
      requests = 0
      await server.indexer.catchUp()
      expect(requests).toBe(1)
      const id = await market.offer()
      requests = 0
      await server.indexer.catchUp()
      expect(requests).toBe(2)
      await isIndexed(server, id)
    })
  })

  describe('when there are several deployments of the escrow', () => {
    it('indexes them all, a new one from its own block', async () => {
      const database = await databases.fresh()
      const old = await market.offer()
      const first = await start(database)
      await isIndexed(first, old)
      await stop(first)
      const newer = await market.deployAnotherEscrow()
      const young = await market.offer({ escrow: newer })
      const both = `${market.deploymentFile}.both.json`
      const deployment = { ...market.deployment, escrows: [newer, market.escrow] }
      await writeFile(both, JSON.stringify(deployment))
      const second = await start(database, { DEPLOYMENT_FILE: both })
      await isIndexed(second, young, ({ escrow }) => escrow === newer.address)
      await market.accept(old)
      await market.cancel(young, 'alice', newer)
      await isIndexed(second, old, ({ status }) => status === 'completed')
      await isIndexed(second, young, ({ status }) => status === 'cancelled')
      await stop(second)
      const third = await start(database)
      await isIndexed(third, old)
      await until(async () => (await third.offer(young)) === null)
      await stop(third)
      const fourth = await start(database, { DEPLOYMENT_FILE: both })
      await isIndexed(fourth, young, ({ status }) => status === 'cancelled')
    })
  })
})

/** How many blocks a request for logs spans; null for any other request. */
function rangeOf(calls: readonly ProxiedCall[]): number | null {
  const sizes = calls
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params }) => {
      const [{ fromBlock, toBlock }] = rangeParams.parse(params)
      return Number(toBlock) - Number(fromBlock) + 1
    })
  return sizes.length === 0 ? null : Math.max(...sizes)
}

const rangeParams = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string() })])

/** Turns an answer into an RPC error, in a batch or alone. */
function refusal(text: string, message: string): string {
  const refuse = ({ id }: { id: unknown }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message } })
  const answer = z.union([z.array(rpcAnswer), rpcAnswer]).parse(JSON.parse(text))
  return JSON.stringify(Array.isArray(answer) ? answer.map(refuse) : refuse(answer))
}

const rpcAnswer = z.object({ id: z.unknown() })
