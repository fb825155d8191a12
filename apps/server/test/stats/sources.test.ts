import type { Trade } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countBoth,
  type CountedTrades,
  countTrades,
  createIndexSource,
  type StatsSource,
} from '../../src/stats/takeStats.ts'
import { createExplorerClient } from '../../src/stats/explorer/createExplorerClient.ts'
import { createExplorerSource, createReceiptStore } from '../../src/stats/explorer/createExplorerSource.ts'
import { countReplayed, type History, openHistory, replay } from './tradeHistory.ts'

const pace = { delayMs: 0, timeoutMs: 20_000, retries: 2, retryPauseMs: 5 }
const { signal } = new AbortController()
const seeds = (process.env['STATS_SEEDS'] ?? '1').split(',').map(Number)
const count = Number(process.env['STATS_TRADES'] ?? 120)

function sourcesOf({ context, escrow, explorer }: History): { explorer: StatsSource; index: StatsSource } {
  return {
    explorer: createExplorerSource({
      explorer: createExplorerClient({ url: explorer.url, apiKey: null }, pace),
      chain: context.chain,
      receipts: createReceiptStore(context.db, 'test'),
      escrows: [escrow],
      fromBlock: null,
    }),
    index: createIndexSource(context.db.read),
  }
}

/** The counts, in the replay's form. */
function told({ stats, recent }: CountedTrades) {
  return {
    totalCompleted: stats.totalCompleted,
    last24Hours: stats.last24Hours,
    completedByDay: Object.fromEntries(stats.days.map(({ day, completed }) => [day, completed])),
    list: recent.map(lineOf).toSorted(),
  }
}

function lineOf({ offerId, creator, offered, requested, status, acceptor, atS, txHash }: Trade): string {
  const side = (nfts: Trade['offered']) => nfts.map((nft) => `${nft.contract}/${nft.tokenId}`).join(' ')
  return [offerId, creator, side(offered), side(requested), status, acceptor, atS, txHash].join(' ')
}

/** A replay names only days with trades; the charts name the last thirty. */
function onDays(replayed: ReturnType<typeof countReplayed>, days: readonly string[]) {
  return {
    ...replayed,
    completedByDay: Object.fromEntries(days.map((day) => [day, replayed.completedByDay[day] ?? 0])),
  }
}

describe.each(seeds)('given random trades over forty days, seed %i', (seed) => {
  let history: History
  beforeAll(async () => {
    history = await openHistory({ seed, count, days: 40, byContract: 0 })
  })
  afterAll(() => history.close())

  it('counts the same from the explorer, from the index, and by a plain replay of the events', async () => {
    const { explorer, index } = sourcesOf(history)
    const replayed = await replay(history.chain, history.escrow.address, history.at.number)
    expect(replayed).toHaveLength(count)
    const fromIndex = await countTrades(index, history.at, signal)
    const wanted = onDays(
      countReplayed(replayed, history.at.timeS),
      fromIndex.stats.days.map(({ day }) => day),
    )
    expect(wanted.totalCompleted).toBeGreaterThan(count / 4)
    expect(wanted.last24Hours).toBeGreaterThan(0)
    expect(told(fromIndex)).toEqual(wanted)
    expect(told(await countTrades(explorer, history.at, signal))).toEqual(wanted)
    const both = await countBoth({ explorer, index }, history.at, signal)
    expect(told(both)).toEqual(wanted)
    expect(both.completedFromSecond).toBe(0)
  })

  it('counts the same as of any earlier block, wherever a day or a window ends', async () => {
    const { explorer, index } = sourcesOf(history)
    const { number } = history.at
    for (const share of [0.2, 0.5, 0.75, 0.9, 0.97]) {
      const block = await history.chain.client.getBlock({ blockNumber: BigInt(Math.floor(number * share)) })
      const at = { number: Number(block.number), hash: block.hash, timeS: Number(block.timestamp) }
      const fromIndex = await countTrades(index, at, signal)
      const replayed = countReplayed(await replay(history.chain, history.escrow.address, at.number), at.timeS)
      const wanted = onDays(
        replayed,
        fromIndex.stats.days.map(({ day }) => day),
      )
      expect(told(fromIndex)).toEqual(wanted)
      expect(told(await countTrades(explorer, at, signal))).toEqual(wanted)
    }
  })

  it('asks the chain for each receipt but once', async () => {
    const { explorer } = sourcesOf(history)
    await countTrades(explorer, history.at, signal)
    const context = { ...history.context, chain: refusingChain }
    const again = sourcesOf({ ...history, context })
    expect((await countTrades(again.explorer, history.at, signal)).stats.totalCompleted).toBeGreaterThan(0)
  })
})

/** Every request to it fails. */
const refusingChain: History['context']['chain'] = new Proxy<History['context']['chain']>(Object.create(null), {
  get: () => () => {
    throw new Error('the chain was asked')
  },
})

describe.each(seeds)('given trades made through a contract, seed %i', (seed) => {
  let history: History
  beforeAll(async () => {
    history = await openHistory({ seed: seed + 1000, count: Math.ceil(count / 4), days: 40, byContract: 0.25 })
  })
  afterAll(() => history.close())

  it('misses them in the explorer, completes them from the index, and says how many', async () => {
    const sources = sourcesOf(history)
    const fromExplorer = await countTrades(sources.explorer, history.at, signal)
    const both = await countBoth(sources, history.at, signal)
    const replayed = await replay(history.chain, history.escrow.address, history.at.number)
    const wanted = onDays(
      countReplayed(replayed, history.at.timeS),
      both.stats.days.map(({ day }) => day),
    )
    expect(fromExplorer.stats.totalCompleted).toBeLessThan(wanted.totalCompleted)
    expect(told(both)).toEqual(wanted)
    expect(both.completedFromSecond).toBe(wanted.totalCompleted - fromExplorer.stats.totalCompleted)
  })
})
