import { describe, expect, it } from 'vitest'
import {
  advance,
  hidesOffer,
  isUnderWay,
  isUnfinished,
  type StateAt,
  type TransactionState,
  type TransactionEvent,
} from '../../src/actions/tracker/transaction.ts'
import { trackedIn } from './trackedIn.ts'

const hash = `0x${'11'.repeat(32)}` as const
const other = `0x${'22'.repeat(32)}` as const
const mark = { to: '0x5FbDB2315678afecb367f032d93F642f64180aa3', valueWei: 10n, inputHash: other } as const
const seen = { ...mark, from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', nonce: 4 } as const

const states = {
  preparing: { at: 'preparing' },
  awaitingWallet: { at: 'awaitingWallet', nonce: 4, mark, totalWei: 12n, ambiguousAtMs: null },
  sent: { at: 'sent', txHash: hash, seen: null },
  probable: { at: 'probable', sinceMs: 5 },
  confirmed: { at: 'confirmed', txHash: hash, block: 9, offerId: null, repriced: false, isIndexed: false },
  pageClosed: { at: 'notSent', cause: 'pageClosed' },
} as const satisfies Record<string, TransactionState>

const failed = (cause: StateAt<'failed'>['cause']) => ({ txHash: other, cause }) as const

const events = {
  walletAsked: { kind: 'walletAsked', nonce: 4, mark, totalWei: 12n },
  ambiguous: { kind: 'ambiguous', atMs: 7 },
  searched: { kind: 'searched', nextNonce: 6 },
  handed: { kind: 'handed', callsId: '0x1' },
  sent: { kind: 'sent', txHash: hash },
  seen: { kind: 'seen', transaction: seen },
  probable: { kind: 'probable', atMs: 5 },
  included: { kind: 'included', txHash: other, block: 9, offerId: hash, repriced: true },
  reverted: { kind: 'failed', ...failed({ kind: 'reverted', reason: 'no' }) },
  replaced: { kind: 'failed', ...failed({ kind: 'replaced', byHash: other }) },
  cancelled: { kind: 'failed', ...failed({ kind: 'cancelled', byHash: other }) },
  dropped: { kind: 'failed', ...failed({ kind: 'dropped' }) },
  indexed: { kind: 'indexed' },
  confirmedByState: { kind: 'confirmedByState' },
  pageClosed: { kind: 'notSent', cause: 'pageClosed' },
  walletSilent: { kind: 'notSent', cause: 'walletSilent' },
  noEffect: { kind: 'notSent', cause: 'noEffect' },
} as const satisfies Record<string, TransactionEvent>

/** All transitions; any other pair changes nothing. */
const transitions: readonly [keyof typeof states, keyof typeof events, TransactionState][] = [
  ['preparing', 'walletAsked', states.awaitingWallet],
  ['preparing', 'pageClosed', states.pageClosed],
  ['pageClosed', 'walletAsked', states.awaitingWallet],
  ['awaitingWallet', 'sent', states.sent],
  ['awaitingWallet', 'ambiguous', { ...states.awaitingWallet, ambiguousAtMs: 7 }],
  ['awaitingWallet', 'handed', { ...states.awaitingWallet, callsId: '0x1' }],
  ['awaitingWallet', 'searched', { ...states.awaitingWallet, nonce: 6 }],
  ['awaitingWallet', 'probable', states.probable],
  ['awaitingWallet', 'walletSilent', { at: 'notSent', cause: 'walletSilent' }],
  ['sent', 'seen', { ...states.sent, seen }],
  ['sent', 'included', { at: 'confirmed', txHash: other, block: 9, offerId: hash, repriced: true, isIndexed: false }],
  ['sent', 'reverted', { at: 'failed', ...failed({ kind: 'reverted', reason: 'no' }) }],
  ['sent', 'replaced', { at: 'failed', ...failed({ kind: 'replaced', byHash: other }) }],
  ['sent', 'cancelled', { at: 'failed', ...failed({ kind: 'cancelled', byHash: other }) }],
  ['sent', 'dropped', { at: 'failed', ...failed({ kind: 'dropped' }) }],
  ['probable', 'confirmedByState', { at: 'confirmedByState' }],
  ['probable', 'noEffect', { at: 'notSent', cause: 'noEffect' }],
  ['confirmed', 'indexed', { ...states.confirmed, isIndexed: true }],
]

describe('given a transaction on its way', () => {
  it.each(transitions)('%s goes on with "%s"', (from, event, to) => {
    const after = advance(trackedIn(states[from]), events[event], 50)
    expect(after.state).toEqual(to)
    // Seen by the network, it was still sent when it was.
    expect(after.changedAtMs).toBe(event === 'seen' ? 10 : 50)
  })

  it('ignores every other event: it is old, or another tab was faster', () => {
    const known = new Set(transitions.map(([from, event]) => `${from} ${event}`))
    const ends = transitions.map(([, , to]) => to).filter((to) => !(to.at in states) && to !== states.pageClosed)
    const all: readonly (readonly [string, TransactionState])[] = [
      ...Object.entries(states),
      ['indexed', { ...states.confirmed, isIndexed: true }],
      ...ends.map((end) => [end.at, end] as const),
    ]
    for (const [name, state] of all) {
      for (const [event, one] of Object.entries(events)) {
        if (known.has(`${name} ${event}`)) continue
        const tracked = trackedIn(state)
        expect(advance(tracked, one, 50), `${name}, ${event}`).toBe(tracked)
      }
    }
  })

  it('never looks for what was sent before the nonce that it has reached', () => {
    const tracked = trackedIn({ ...states.awaitingWallet, nonce: 9 })
    expect(advance(tracked, events.searched, 50)).toBe(tracked)
  })

  it('can go either way until the chain has decided, and is finished when the lists show it', () => {
    const { preparing, awaitingWallet, sent, probable, confirmed } = states
    for (const state of [preparing, awaitingWallet, sent, probable]) expect(isUnderWay(trackedIn(state))).toBe(true)
    expect(isUnderWay(trackedIn(confirmed))).toBe(false)
    expect(isUnfinished(trackedIn(confirmed))).toBe(true)
    expect(isUnfinished(trackedIn({ ...confirmed, isIndexed: true }))).toBe(false)
  })

  it('hides its offer while it was probably closed, ten minutes at most', () => {
    const probable = trackedIn(states.probable)
    expect(hidesOffer(probable, 600_004)).toBe(true)
    expect(hidesOffer(probable, 600_005)).toBe(false)
    expect(hidesOffer(advance(probable, events.noEffect, 50), 51)).toBe(false)
    expect(hidesOffer(advance(probable, events.confirmedByState, 50), 51)).toBe(false)
  })
})
