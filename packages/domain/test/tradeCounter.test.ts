import { describe, expect, it } from 'vitest'
import { createTradeCounter, tradeOf, tradeOutcome, UntimedTradeError, type Offer, type Trade } from '../src/index.ts'
import { bob, givenOffer } from './givenOffer.ts'

const dayS = 86_400
/** Midnight, UTC. */
const midnightS = Date.UTC(2026, 10, 20) / 1000
const ducks = '0x54C800d2331E10467143911aabCa092d68bF4166'
const ferrets = '0x00BF1594507cCF60B41aD64524D4AbA23B059F4b'

function offer(changes: Partial<Offer> = {}): Offer {
  return givenOffer({
    offered: [{ contract: ducks, tokenId: 1n }],
    requested: [{ contract: ferrets, tokenId: 2n }],
    createdAtS: midnightS - 3 * dayS,
    expiresAtS: midnightS + dayS,
    ...changes,
  })
}

function settled(kind: 'completed' | 'cancelled', atS: number, changes: Partial<Offer> = {}): Trade {
  return tradeOf(offer({ settlement: { kind, by: bob, txHash: `0x${'b'.repeat(64)}`, atS }, ...changes }))
}

function counted(nowS: number, trades: readonly Trade[]) {
  const counter = createTradeCounter(nowS)
  for (const trade of trades) counter.add(trade)
  return { ...counter.stats(), recent: counter.recent() }
}

describe('given completed trades around the edges of the windows', () => {
  const nowS = midnightS + 3600

  it.each([
    ['at the very moment', nowS, 1, 1],
    ['a second less than a day ago', nowS - dayS + 1, 1, 1],
    ['exactly a day ago', nowS - dayS, 0, 1],
    ['a second less than seven days ago', nowS - 7 * dayS + 1, 0, 1],
    ['exactly seven days ago', nowS - 7 * dayS, 0, 0],
  ])('counts one %s', (_, atS, last24Hours, listed) => {
    const stats = counted(nowS, [settled('completed', atS)])
    expect([stats.totalCompleted, stats.last24Hours, stats.recent.length]).toEqual([1, last24Hours, listed])
  })

  it('splits days at midnight, UTC, and leaves no day out', () => {
    const { days } = counted(nowS, [settled('completed', midnightS - 1), settled('completed', midnightS)])
    expect(days).toHaveLength(30)
    expect(days.slice(-2)).toEqual([
      { day: '2026-11-19', completed: 1, cancelled: 0, expired: 0 },
      { day: '2026-11-20', completed: 1, cancelled: 0, expired: 0 },
    ])
    expect(days[0]?.day).toBe('2026-10-22')
  })
})

describe('given offers that ended otherwise', () => {
  it('counts neither as completed, and lists a cancelled one without acceptor', () => {
    const stats = counted(midnightS, [settled('cancelled', midnightS - 10), tradeOf(offer())])
    expect(stats).toMatchObject({ totalCompleted: 0, last24Hours: 0, collections: [] })
    expect(stats.recent.map(({ status, acceptor }) => [status, acceptor])).toEqual([
      ['cancelled', null],
      ['created', null],
    ])
  })

  it('calls one that ran out expired, returned or not, and puts it on the day it ran out', () => {
    const expiresAtS = midnightS - dayS
    const ranOut = tradeOf(offer({ expiresAtS }))
    expect(ranOut.status).toBe('created')
    expect(tradeOutcome(ranOut, midnightS)).toEqual({ outcome: 'expired', atS: expiresAtS })
    expect(tradeOutcome(settled('cancelled', midnightS, { expiresAtS }), midnightS).outcome).toBe('expired')
    expect(tradeOutcome(settled('cancelled', expiresAtS, { expiresAtS }), midnightS).outcome).toBe('cancelled')
    expect(tradeOutcome(ranOut, expiresAtS).outcome).toBe('open')
  })
})

describe('given trades of several NFTs', () => {
  it('counts a collection once a trade, the most traded first', () => {
    const both = [
      { contract: ducks, tokenId: 1n },
      { contract: ducks, tokenId: 3n },
    ] as const
    const trades = [
      settled('completed', midnightS, { offered: both, requested: both }),
      settled('completed', midnightS - 1),
      settled('completed', midnightS - 40 * dayS),
    ]
    expect(counted(midnightS, trades).collections).toEqual([
      { contract: ducks, completed: 2 },
      { contract: ferrets, completed: 1 },
    ])
  })
})

describe('given a settlement of unknown time', () => {
  it('refuses to count it', () => {
    const settlement = { kind: 'completed', by: null, txHash: null, atS: null } as const
    expect(() => tradeOf(offer({ settlement }))).toThrow(UntimedTradeError)
  })
})
