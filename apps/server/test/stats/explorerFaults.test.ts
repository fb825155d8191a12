import type { ExplorerFailure } from '@parley/protocol'
import type { Disturb } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createIndexSource, type StatsSources, takeStats } from '../../src/stats/takeStats.ts'
import { createExplorerClient, type ExplorerPace } from '../../src/stats/explorer/createExplorerClient.ts'
import { createExplorerSource, createReceiptStore } from '../../src/stats/explorer/createExplorerSource.ts'
import { countReplayed, type History, openHistory, replay } from './tradeHistory.ts'

const pace = { delayMs: 0, timeoutMs: 20_000, retries: 2, retryPauseMs: 5 }
const { signal } = new AbortController()

let history: History
let sources: StatsSources
let wanted: ReturnType<typeof countReplayed>
beforeAll(async () => {
  history = await openHistory({ seed: 5, count: 150, days: 40, byContract: 0.1 })
  sources = sourcesWith(pace)
  wanted = countReplayed(await replay(history.chain, history.escrow.address, history.at.number), history.at.timeS)
})
afterEach(() => history.explorer.disturb(null))
afterAll(() => history.close())

function sourcesWith(patience: ExplorerPace): StatsSources {
  const { context, escrow, explorer } = history
  return {
    explorer: createExplorerSource({
      explorer: createExplorerClient({ url: explorer.url, apiKey: null }, patience),
      chain: context.chain,
      receipts: createReceiptStore(context.db, 'test'),
      escrows: [escrow],
      fromBlock: null,
    }),
    index: createIndexSource(context.db.read),
  }
}

type Listed = Record<string, string>[]

/** Disturbs only the lists. */
function onLists(change: (list: Listed, query: URLSearchParams) => unknown): Disturb {
  return (query, honest) =>
    query.get('action') === 'txlist' && Array.isArray(honest.result)
      ? { body: JSON.stringify({ ...honest, result: change(honest.result, query) }) }
      : null
}

function onEach(change: (entry: Record<string, string>) => Record<string, unknown>): Disturb {
  return onLists((list) => list.map(change))
}

/** Disturbs the first `times` requests. */
function atFirst(times: number, how: Disturb): Disturb {
  let left = times
  return (query, honest) => (left-- > 0 ? how(query, honest) : null)
}

const says =
  (message: string, result: unknown): Disturb =>
  () => ({
    body: JSON.stringify({ status: '0', message, result }),
  })
const html: Disturb = () => ({ body: '<!doctype html><title>Just a moment…</title>' })
const limited = says('NOTOK', 'Max rate limit reached, please use API Key for higher rate limit')

const lost: readonly [string, Disturb, ExplorerFailure][] = [
  ['is down', () => ({ httpStatus: 503, body: 'no healthy upstream' }), 'unreachable'],
  ['answers HTML', html, 'malformed'],
  ['answers HTML with status 403', () => ({ httpStatus: 403, body: '<html>forbidden</html>' }), 'malformed'],
  ['limits every request by NOTOK', limited, 'rateLimited'],
  ['limits every request by status 429', () => ({ httpStatus: 429, body: '' }), 'rateLimited'],
  ['refuses the key', says('NOTOK', 'Invalid API Key (#err2)'), 'refused'],
  ['has no result', () => ({ body: '{"status":"1","message":"OK"}' }), 'malformed'],
  ['answers null', () => ({ body: 'null' }), 'malformed'],
  ['answers JSON cut in half', (_, honest) => ({ body: JSON.stringify(honest).slice(0, -9) }), 'malformed'],
  ['answers text where a list belongs', onLists(() => 'Contract source code not verified'), 'malformed'],
  [
    'answers numbers for strings',
    onEach((entry) => ({ ...entry, blockNumber: Number(entry['blockNumber']) })),
    'malformed',
  ],
  ['leaves out whether a call failed', onEach(({ isError: _, ...entry }) => entry), 'malformed'],
  ['answers no hash', onEach((entry) => ({ ...entry, hash: '0x1234' })), 'malformed'],
  ['answers a block number in hex', onEach((entry) => ({ ...entry, blockNumber: '0x22' })), 'malformed'],
  [
    'answers another block time',
    onEach((entry) => ({ ...entry, timeStamp: String(Number(entry['timeStamp']) + 1) })),
    'contradicted',
  ],
  [
    'invents a trade',
    onLists((list) => list.map((entry, index) => (index === 0 ? { ...entry, hash: `0x${'ab'.repeat(32)}` } : entry))),
    'contradicted',
  ],
  [
    'says that failed calls succeeded',
    onEach((entry) => ({ ...entry, isError: '0', txreceipt_status: '1' })),
    'contradicted',
  ],
  [
    'tells two stories of one call',
    onLists((list) => list.flatMap((entry) => [entry, { ...entry, isError: entry['isError'] === '0' ? '1' : '0' }])),
    'contradicted',
  ],
  ['lists blocks that were not asked for', onEach((entry) => ({ ...entry, blockNumber: '1' })), 'contradicted'],
]

const borne: readonly [string, Disturb][] = [
  ['behaves', () => null],
  ['is limited twice and then answers', atFirst(2, limited)],
  ['is down twice and then answers', atFirst(2, () => ({ httpStatus: 502, body: '' }))],
  ['lists everything twice', onLists((list) => list.flatMap((entry) => [entry, entry]))],
  [
    'cuts a page short',
    atFirst(
      2,
      onLists((list) => list.slice(0, 30)),
    ),
  ],
  ['cuts every page short', onLists((list) => list.slice(0, 30))],
  ['lists nothing at all', onLists(() => [])],
  [
    'says that it found nothing',
    (query) =>
      query.get('action') === 'txlist'
        ? { body: '{"status":"0","message":"No transactions found","result":[]}' }
        : null,
  ],
  ['leaves every third call out', onLists((list) => list.filter((_, index) => index % 3 !== 0))],
  ['says that good calls failed', onEach((entry) => ({ ...entry, isError: '1' }))],
  ['lists the newest first', onLists((list) => list.toReversed())],
  ['writes addresses in capitals', onEach((entry) => ({ ...entry, to: `0x${entry['to']?.slice(2).toUpperCase()}` }))],
  [
    'lags weeks behind',
    (query) =>
      query.get('action') === 'getblocknobytime'
        ? { body: JSON.stringify({ status: '1', message: 'OK', result: String(Math.floor(history.at.number / 2)) }) }
        : null,
  ],
]

async function taken(from = sources) {
  const warnings: unknown[] = []
  const { stats, trades } = await takeStats(from, history.at, {
    log: { warn: (words: unknown) => warnings.push(words) },
    signal,
  })
  return { stats, trades, warnings }
}

function expectRight({ stats, trades }: Awaited<ReturnType<typeof taken>>) {
  expect(stats.totalCompleted).toBe(wanted.totalCompleted)
  expect(stats.last24Hours).toBe(wanted.last24Hours)
  const listed = new Set<string | undefined>(trades.map((trade) => trade.offerId))
  expect(trades).toHaveLength(wanted.list.length)
  expect(listed).toEqual(new Set(wanted.list.map((line) => line.split(' ')[0])))
}

describe('given an explorer that cannot be counted from', () => {
  it.each(lost)('counts from the index, rightly, and says so, when it %s', async (_, how, failure) => {
    history.explorer.disturb(how)
    const found = await taken()
    expectRight(found)
    expect(found.stats).toMatchObject({ source: 'index', explorerFailure: failure, completedFromIndex: 0 })
    expect(found.warnings).toHaveLength(1)
  })
})

describe('given an explorer that never answers', () => {
  it('waits its time, asks again, and then counts from the index', async () => {
    history.explorer.disturb(() => 'silence')
    const found = await taken(sourcesWith({ ...pace, timeoutMs: 50 }))
    expectRight(found)
    expect(found.stats).toMatchObject({ source: 'index', explorerFailure: 'unreachable' })
  })
})

describe('given an explorer that can be lived with', () => {
  it.each(borne)('counts rightly when it %s', async (_, how) => {
    history.explorer.disturb(how)
    const found = await taken()
    expectRight(found)
    expect(found.stats).toMatchObject({ source: 'explorer', explorerFailure: null })
  })
})

describe('given an index that tells something else than the explorer', () => {
  it('does not mix them', async () => {
    const offer = await history.context.db.read
      .selectFrom('offers')
      .selectAll()
      .where('settlement', '=', 'completed')
      .executeTakeFirstOrThrow()
    const change = (kind: 'completed' | 'cancelled') =>
      history.context.db.write.updateTable('offers').set({ settlement: kind }).where('id', '=', offer.id).execute()
    await change('cancelled')
    const { stats } = await taken()
    await change('completed')
    expect(stats).toMatchObject({ source: 'index', explorerFailure: 'contradicted' })
  })
})

describe('given an index that lost a trade which the explorer lists and the chain bears out', () => {
  it('counts it anyway', async () => {
    const { db } = history.context
    const query = db.read.selectFrom('offers').selectAll().where('settlement', '=', 'completed')
    const listed = (await query.execute()).find((offer) => offer.recipient !== multicall && offer.creator !== multicall)
    if (!listed) throw new Error('no trade was made by wallets alone')
    await db.write.deleteFrom('offers').where('id', '=', listed.id).execute()
    const found = await taken()
    await db.write.insertInto('offers').values(listed).execute()
    expectRight(found)
    expect(found.stats.source).toBe('explorer')
  })
})

const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
