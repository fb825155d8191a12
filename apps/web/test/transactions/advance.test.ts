import { describe, expect, it } from 'vitest'
import {
  advance,
  isUnderWay,
  isUnfinished,
  type TrackedTransaction,
  type TransactionState,
  type TransactionNews,
} from '../../src/actions/tracker/TrackedTransaction.ts'
import { trackedIn } from './trackedIn.ts'

const hash = `0x${'11'.repeat(32)}` as const
const other = `0x${'22'.repeat(32)}` as const
const mark = { to: '0x5FbDB2315678afecb367f032d93F642f64180aa3', valueWei: 10n, inputHash: other } as const
const sentNews = { ...mark, from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', nonce: 4 } as const

const states = {
  preparing: { at: 'preparing' },
  asking: { at: 'asking', nonce: 4, mark, totalWei: 12n, doubtedAtMs: null },
  sent: { at: 'sent', txHash: hash, sent: null },
  probable: { at: 'probable', sinceMs: 5 },
  confirmed: { at: 'confirmed', txHash: hash, block: 9, offerId: null, repriced: false },
} as const satisfies Record<string, TransactionState>

const news = {
  asked: { kind: 'asked', nonce: 4, mark, totalWei: 12n },
  doubted: { kind: 'doubted', atMs: 7 },
  searched: { kind: 'searched', nextNonce: 6 },
  sent: { kind: 'sent', txHash: hash },
  seen: { kind: 'seen', sent: sentNews },
  handed: { kind: 'handed', callsId: '0x1' },
  probable: { kind: 'probable', atMs: 5 },
  included: { kind: 'included', txHash: other, block: 9, offerId: hash, repriced: true },
  reverted: { kind: 'reverted', txHash: hash, reason: 'no' },
  replaced: { kind: 'replaced', byHash: other },
  cancelled: { kind: 'cancelled', byHash: other },
  indexed: { kind: 'indexed' },
  abandoned: { kind: 'abandoned' },
  unfound: { kind: 'unfound' },
  proved: { kind: 'proved' },
  disproved: { kind: 'disproved' },
} as const satisfies Record<TransactionNews['kind'], TransactionNews>

/** All transitions; any other pair changes nothing. */
const steps: readonly [keyof typeof states, keyof typeof news, TransactionState][] = [
  ['preparing', 'asked', states.asking],
  ['preparing', 'abandoned', { at: 'interrupted' }],
  ['asking', 'sent', states.sent],
  ['asking', 'doubted', { ...states.asking, doubtedAtMs: 7 }],
  ['asking', 'handed', { ...states.asking, callsId: '0x1' }],
  ['asking', 'searched', { ...states.asking, nonce: 6 }],
  ['asking', 'probable', states.probable],
  ['asking', 'unfound', { at: 'unsent' }],
  ['sent', 'seen', { ...states.sent, sent: sentNews }],
  ['sent', 'included', { at: 'confirmed', txHash: other, block: 9, offerId: hash, repriced: true }],
  ['sent', 'reverted', { at: 'reverted', txHash: hash, reason: 'no' }],
  ['sent', 'replaced', { at: 'replaced', txHash: hash, byHash: other }],
  ['sent', 'cancelled', { at: 'cancelled', txHash: hash, byHash: other }],
  ['sent', 'unfound', { at: 'lost', txHash: hash }],
  ['probable', 'proved', { at: 'proved' }],
  ['probable', 'disproved', { at: 'disproved' }],
  ['confirmed', 'indexed', { ...states.confirmed, at: 'indexed' }],
]

describe('given a transaction on its way', () => {
  it.each(steps)('%s goes on with "%s"', (from, kind, to) => {
    const after = advance(trackedIn(states[from]), news[kind], 50)
    expect(after.state).toEqual(to)
    expect(after.changedAtMs).toBe(50)
  })

  it('takes no other step: news that do not fit are old', () => {
    const known = new Set(steps.map(([from, kind]) => `${from} ${kind}`))
    const ends: TransactionState[] = steps.map(([, , to]) => to).filter((to) => !(to.at in states))
    for (const state of [...Object.values(states), ...ends]) {
      for (const one of Object.values(news)) {
        if (known.has(`${state.at} ${one.kind}`)) continue
        // Some browsers can't tell which page is alive, so an abandoned transaction may continue.
        if (state.at === 'interrupted' && one.kind === 'asked') continue
        const tracked = trackedIn(state)
        expect(advance(tracked, one, 50), `${state.at}, ${one.kind}`).toBe(tracked)
      }
    }
  })

  it('never looks for what was sent before the nonce that it has reached', () => {
    const tracked = trackedIn({ ...states.asking, nonce: 9 })
    expect(advance(tracked, news.searched, 50)).toBe(tracked)
  })

  it('can go either way until the chain has decided, and is finished when the lists show it', () => {
    const at = (state: TransactionState): TrackedTransaction => trackedIn(state)
    for (const state of [states.preparing, states.asking, states.sent, states.probable])
      expect(isUnderWay(at(state))).toBe(true)
    expect(isUnderWay(at(states.confirmed))).toBe(false)
    expect(isUnfinished(at(states.confirmed))).toBe(true)
    expect(isUnfinished(at({ ...states.confirmed, at: 'indexed' }))).toBe(false)
  })
})
