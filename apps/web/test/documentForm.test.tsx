import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contactText } from '../src/text/contacts.lazy.ts'
import { traderText } from '../src/text/trader.lazy.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'

const atS = 1_764_000_000
const iso = new Date(atS * 1000).toISOString()

const stats = {
  success: true,
  totalCompleted: 7,
  last24Hours: 1,
  lastUpdated: iso,
  block: 12,
  source: 'index',
  completedFromIndex: 0,
  explorerFailure: null,
  refreshFailure: null,
  days: [{ day: '2026-11-24', completed: 1, cancelled: 0, expired: 0 }],
  collections: [{ contract: dokyo, completed: 1 }],
}

const trader = {
  success: true,
  address: alice,
  openOffers: 0,
  completedTrades: 3,
  collections: [{ contract: dokyo, trades: 3 }],
  collectionCount: 1,
  firstSeen: iso,
  lastSeen: null,
}
const nfts = [{ contract: dokyo, tokenId: '7' }]

/** Modules of a page whose document carries this. */
async function openPage(carried: { readonly of: string }, path = carried.of) {
  vi.resetModules()
  window.history.replaceState(null, '', path)
  document.body.innerHTML = '<script type="application/json" id="document-data"></script>'
  document.body.firstElementChild?.append(JSON.stringify(carried))
  const [{ documentStats }, { documentTrader }, { drawn }] = await Promise.all([
    import('../src/pages/stats/StatsPreview.tsx'),
    import('../src/pages/trader/TraderPreview.tsx'),
    import('../src/services/documentData.ts'),
  ])
  return { documentStats, documentTrader, drawn }
}

const statsOf = (changed: object) => ({
  page: 'stats',
  of: '/current-trades',
  data: { nowS: atS, stats: { ...stats, ...changed } },
})
const traderOf = (changed: object, of: string = alice) => ({
  page: 'trader',
  of: `/trader/${of}`.toLowerCase(),
  data: { nowS: atS, trader: { ...trader, ...changed }, nfts },
})

beforeEach(() => vi.restoreAllMocks())

describe('given a document that carries the numbers of Trade Stats', () => {
  it('reads them, with the chain time that ages are counted from', async () => {
    const { documentStats, drawn } = await openPage(statsOf({}))
    expect(documentStats()).toEqual(stats)
    expect([drawn.stats, drawn.nowS]).toEqual([stats, atS])
  })

  it.each([
    { totalCompleted: '<b>7</b>' },
    { totalCompleted: -1 },
    { block: Number.MAX_VALUE },
    { source: 'hearsay' },
    { lastUpdated: 'yesterday' },
    { refreshFailure: { reason: 7, at: iso } },
    { days: [{ day: '24 Nov', completed: 1, cancelled: 0, expired: 0 }] },
    { days: null },
    { collections: [{ contract: 'javascript:alert(1)', completed: 1 }] },
  ])('reads nothing where %o stands in it', async (changed) => {
    const { documentStats, drawn } = await openPage(statsOf(changed))
    expect(documentStats()).toBeNull()
    expect(drawn.stats).toBeUndefined()
  })

  it('leaves an old document alone', async () => {
    document.documentElement.dataset['old'] = ''
    const { documentStats } = await openPage(statsOf({}))
    expect(documentStats()).toBeNull()
    delete document.documentElement.dataset['old']
  })
})

describe('given a document that carries a trader', () => {
  it('reads them by their address, however that is written, and no other', async () => {
    const there = await openPage(traderOf({}), `/trader/${alice}`)
    expect(there.documentTrader()).toMatchObject({ trader, nfts })
    const elsewhere = await openPage(traderOf({}), `/trader/${bob}`)
    expect(elsewhere.documentTrader()).toBeNull()
  })

  it.each([
    { address: bob },
    { completedTrades: null },
    { firstSeen: 5 },
    { collections: [{ contract: '0x12', trades: 1 }] },
    { collections: { length: 1 } },
  ])('reads nothing where %o stands in it', async (changed) => {
    const { documentTrader, drawn } = await openPage(traderOf(changed))
    expect(documentTrader()).toBeNull()
    expect(drawn.trader).toBeUndefined()
  })
})

it('calls the button that comes later what the place for it does', () => {
  expect(traderText.addContact).toBe(contactText.add)
})
