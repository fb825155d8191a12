import type { WireTrader } from '@parley/protocol'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { TraderFacts } from '../src/pages/trader/TraderTable.tsx'
import { traderText as words } from '../src/text/trader.lazy.ts'
import { bob, openRoom } from './text/room.tsx'

const nowS = 1_790_000_000
const dayS = 86_400

const isoOf = (atS: number) => new Date(atS * 1000).toISOString()

/** What the screen says beside a label. */
function fact(label: string): string | undefined {
  const name = screen.getByText(label)
  return name.parentElement?.querySelector('dd')?.textContent.replaceAll('\u00A0', ' ')
}

function show(firstSeen: string | null, lastSeen: string | null): void {
  const room = openRoom('general')
  room.session.live.learnTime(nowS)
  const trader: Omit<WireTrader, 'success' | 'firstSeen' | 'lastSeen'> = {
    address: bob,
    openOffers: 0,
    completedTrades: 0,
    collections: [],
    collectionCount: 0,
  }
  room.show(
    <TraderFacts trader={{ success: true, ...trader, firstSeen, lastSeen }} moved={[]} withYou={null} isOwn={false} />,
  )
}

describe('given when a trader was first and last seen on chain', () => {
  it.each([
    ['a moment ago', 20, words.justNow],
    ['minutes ago', 5 * 60, '5 min ago'],
    ['hours ago', 3 * 3_600, '3 h ago'],
    ['days ago', 12 * dayS, '12 d ago'],
    ['so long ago that the day says more', 40 * dayS, '12 Aug 2026'],
  ])('says the first day with its year, and the last time by the chain’s clock: %s', (_, agoS, last) => {
    show('2026-03-05T12:00:00.000Z', isoOf(nowS - agoS))
    expect([fact(words.firstSeen), fact(words.lastSeen)]).toEqual(['5 Mar 2026', last])
  })

  it('says never of an address that was not here', () => {
    show(null, null)
    expect([fact(words.firstSeen), fact(words.lastSeen)]).toEqual([words.never, words.never])
  })
})
