import { startRpcProxy, type Interference, type ProxiedCall } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { givenDatabases } from '../given/engines.ts'
import { offerRows, openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until } from '../given/testServer.ts'

const databases = givenDatabases('sqlite')
let market: Market
beforeAll(async () => {
  market = await openMarket()
  for (let count = 0; count < 3; count += 1) await market.cancel(await market.offer({ offered: 2 }))
  await market.accept(await market.offer())
})
afterAll(() => market.stop())

const asksForLogs = (calls: readonly ProxiedCall[]) => calls.some(({ method }) => method === 'eth_getLogs')

type Log = Record<string, unknown>
const replySchema = z.looseObject({ id: z.unknown(), result: z.unknown() })

/** Changes the logs in an answer, in a batch or alone. */
function withLogs(text: string, change: (logs: readonly Log[]) => unknown): string {
  const changed = (reply: z.output<typeof replySchema>) =>
    Array.isArray(reply.result) ? { ...reply, result: change(z.array(z.looseObject({})).parse(reply.result)) } : reply
  const answer = z.union([z.array(replySchema), replySchema]).parse(JSON.parse(text))
  return JSON.stringify(Array.isArray(answer) ? answer.map(changed) : changed(answer))
}

/** Answers like a node that lags: no logs, and no header for the requested blocks. */
const lags: Interference = {
  kind: 'edit',
  edit: (text) => {
    const answered = (reply: z.output<typeof replySchema>) => {
      if (Array.isArray(reply.result)) return { ...reply, result: [] }
      return headerReply.safeParse(reply).success ? { ...reply, result: null } : reply
    }
    const answer = z.union([z.array(replySchema), replySchema]).parse(JSON.parse(text))
    return JSON.stringify(Array.isArray(answer) ? answer.map(answered) : answered(answer))
  },
}
const headerReply = z.object({ result: z.object({ parentHash: z.string() }) })

const editsLogs = (change: (logs: readonly Log[]) => unknown): Interference => ({
  kind: 'edit',
  edit: (text) => withLogs(text, change),
})

/** Faults of every request for logs, forever. */
const lasting: [string, Interference][] = [
  ['each log twice', editsLogs((logs) => logs.flatMap((log) => [log, log]))],
  ['logs backwards', editsLogs((logs) => logs.toReversed())],
  [
    'logs that were taken back',
    editsLogs((logs) => [...logs, ...logs.map((log) => ({ ...log, logIndex: '0x99', removed: true }))]),
  ],
  [
    'logs of other contracts',
    editsLogs((logs) => [...logs, ...logs.map((log) => ({ ...log, logIndex: '0x99', address: market.collection }))]),
  ],
  [
    'logs of blocks to come',
    editsLogs((logs) => [...logs, ...logs.map((log) => ({ ...log, blockNumber: '0xffffff' }))]),
  ],
  ['no block time', editsLogs((logs) => logs.map(({ blockTimestamp: _, ...log }) => log))],
]

/** Faults of the first few requests for logs. */
const passing: [string, Interference][] = [
  ['429', { kind: 'answer', status: 429, headers: { 'retry-after': '1' } }],
  ['429 without a word', { kind: 'answer', status: 429 }],
  ['503', { kind: 'answer', status: 503 }],
  ['a page of HTML', { kind: 'answer', status: 200, body: '<html>busy</html>' }],
  ['half an answer', { kind: 'edit', edit: (text) => text.slice(0, Math.floor(text.length / 2)) }],
  ['null', editsLogs(() => null)],
  ['something else than logs', editsLogs(() => [{ hello: 'world' }])],
  ['a closed connection', { kind: 'reset' }],
  ['the answers of a node that lags behind', lags],
]

describe('given an endpoint that answers badly', () => {
  async function indexThrough(interfere: (calls: readonly ProxiedCall[]) => Interference | undefined) {
    const proxy = await startRpcProxy(market.chain.url, { interfere })
    const database = await databases.fresh()
    const server = await startTestServer(market, database, { RPC_URLS: proxy.url })
    try {
      const head = await market.chain.client.getBlockNumber()
      await until(async () => server.indexer.status().indexedBlock === Number(head))
    } finally {
      await server.stop()
      await proxy.stop()
    }
    const db = await openBeside(market, database)
    const rows = await offerRows(db)
    await db.close()
    return rows
  }

  let truth: readonly object[]
  beforeAll(async () => {
    truth = await indexThrough(() => undefined)
  })

  it('has something to index', () => {
    expect(truth).toHaveLength(4)
  })

  it.each(lasting)('indexes the same where it gives %s', async (_, interference) => {
    expect(await indexThrough((calls) => (asksForLogs(calls) ? interference : undefined))).toEqual(truth)
  })

  it.each(passing)('indexes the same once it no longer gives %s', async (_, interference) => {
    let left = 3
    const rows = await indexThrough((calls) => (asksForLogs(calls) && left-- > 0 ? interference : undefined))
    expect(left).toBeLessThan(3)
    expect(rows).toEqual(truth)
  })
})
