import { type ApiClient, createApiClient, statsCsvPath, type WireTrade } from '@parley/protocol'
import { startWorld, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tradesCsv } from '../../src/stats/statsHandlers.ts'
import { patienceMs, until } from '../given/testServer.ts'

let world: World
let api: ApiClient
beforeAll(async () => {
  world = await startWorld({ stock: 'few', blockTimeS: null })
  api = createApiClient(world.url, { timeoutMs: patienceMs })
  // The first count may take longer than the 20 s that a visitor waits for it.
  await until(async () => (await fetch(`${world.url}/api/stats`)).status === 200)
})
afterAll(() => world.stop())

describe('given the demonstration world', () => {
  it('answers the numbers of its story, from its explorer', async () => {
    const stats = await api.request('stats')
    expect(stats).toMatchObject({
      totalCompleted: 4,
      last24Hours: 2,
      source: 'explorer',
      explorerFailure: null,
      refreshFailure: null,
      completedFromIndex: 0,
    })
    expect(stats.days).toHaveLength(30)
    expect(Date.parse(stats.lastUpdated) / 1000).toBe(await world.clock.nowS())
  })

  it('lists the trades of seven days, newest first, in pages', async () => {
    const whole = await api.request('statsTrades', { query: { limit: '100' } })
    expect(whole.total).toBe(whole.trades.length)
    expect(whole.trades.map(({ timestamp }) => timestamp)).toEqual(
      whole.trades
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .toReversed(),
    )
    const statuses = whole.trades.map(({ status }) => status)
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(3)
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => api.request('statsTrades', { query: { page, limit: '4' } })),
    )
    expect(pages[0]?.pages).toBe(Math.ceil(whole.total / 4))
    expect(pages.flatMap(({ trades }) => trades.map(({ offerId }) => offerId))).toEqual(
      whole.trades.map(({ offerId }) => offerId),
    )
  })

  it.each(['timestamp', 'status', 'creator', 'acceptor', 'offered', 'requested'] as const)(
    'sorts by %s both ways without losing a trade',
    async (sort) => {
      const [up, down] = await Promise.all(
        (['asc', 'desc'] as const).map((order) => api.request('statsTrades', { query: { sort, order, limit: '100' } })),
      )
      const ids = (answer: typeof up) => answer?.trades.map(({ offerId }) => offerId).toSorted()
      expect(ids(up)).toEqual(ids(down))
      expect(up?.trades[0]?.offerId).not.toBe(down?.trades[0]?.offerId)
    },
  )

  it('gives the same list as a file', async () => {
    const answer = await fetch(world.url + statsCsvPath)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="trades-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n')
    expect(head).toMatch(/^offer,status,time,/)
    const { total, trades } = await api.request('statsTrades')
    expect(lines).toHaveLength(total)
    expect(lines[0]).toContain(trades[0]?.offerId)
  })

  it.each(['page=0', 'page=-1', 'page=1e3', 'limit=0', 'limit=101', 'sort=price', 'order=up', 'page=9999999'])(
    'refuses ?%s and names the field',
    async (query) => {
      const answer = await fetch(`${world.url}/api/stats/trades?${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ success: false, field: query.split('=')[0] })
    },
  )

  it('stays on the last page when a later one is asked for', async () => {
    const { page, pages } = await api.request('statsTrades', { query: { page: '999', limit: '4' } })
    expect(page).toBe(pages)
  })
})

const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const trade: WireTrade = {
  offerId: `0x${'1'.repeat(64)}`,
  escrow: contract,
  creator: contract,
  recipient: contract,
  acceptor: null,
  nftContractOffered: contract,
  tokenIdOffered: '7',
  nftContractRequested: contract,
  tokenIdRequested: '8',
  nftContractsOffered: [contract],
  tokenIdsOffered: ['7'],
  nftContractsRequested: [contract],
  tokenIdsRequested: ['8'],
  coinsOffered: '0',
  coinsRequested: '0',
  status: 'created',
  timestamp: '2026-11-20T10:00:00.000Z',
  txHash: `0x${'2'.repeat(64)}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '1795000000',
}

describe('given a collection whose name a spreadsheet would run', () => {
  it('writes it as text, and quotes what needs quotes', () => {
    const named = (name: string) => ({ key: 'x', name, address: contract, discovery: { kind: 'enumerable' } }) as const
    expect(tradesCsv([trade], [named('=1+1')])).toContain(`'=1+1 #7 (${contract})`)
    expect(tradesCsv([trade], [named('Ducks, "loud"')])).toContain(`"Ducks, ""loud"" #7 (${contract})"`)
  })
})
