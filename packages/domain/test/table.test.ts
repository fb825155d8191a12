import { describe, expect, it } from 'vitest'
import {
  offerEndsS,
  openTable,
  playMove,
  sameDeal,
  type Seat,
  type Table,
  tableLapseS,
  type TableDeal,
  type TableMove,
  tableState,
} from '../src/index.ts'
import { alice, bob, escrow } from './givenOffer.ts'

const nft = (tokenId: number) => ({ contract: escrow, tokenId: BigInt(tokenId) })
const deal = (opener: readonly number[], guest: readonly number[], wei = 0n): TableDeal => ({
  opener: { nfts: opener.map(nft), wei },
  guest: { nfts: guest.map(nft), wei: 0n },
  durationMinutes: 1440,
})
const facts: Pick<Table, 'id' | Seat | 'portal' | 'counters'> = {
  id: 't',
  opener: alice,
  guest: bob,
  portal: null,
  counters: null,
}
const first = { by: 'opener', deal: deal([1], [2]), note: '', isReady: true } as const

function opened(changes: Partial<typeof facts> = {}, nowS = 1000): Table {
  const step = openTable({ ...facts, ...changes }, first, nowS)
  if ('refusal' in step) throw new Error(step.refusal)
  return step.table
}

/** Plays moves in turn; the last one's refusal, or the table after it. */
function play(table: Table, moves: readonly (readonly [Seat, TableMove])[], isOfferOpen = false) {
  let at: Table = table
  for (const [by, move] of moves) {
    const step = playMove(at, move, { by, nowS: 1001, isOfferOpen })
    if ('refusal' in step) return step.refusal
    at = step.table
  }
  return at
}

const tick = (version: number, isReady = true): TableMove => ({ kind: 'tick', version, isReady })
const lay = (base: number, terms: TableDeal, isReady = false): TableMove => ({
  kind: 'lay',
  base,
  deal: terms,
  note: '',
  isReady,
})

describe('a table', () => {
  it('is agreed when both have ticked the same version, and only then', () => {
    expect(play(opened(), [['guest', tick(1)]])).toMatchObject({
      agreedAtS: 1001,
      ready: { opener: true, guest: true },
    })
    expect(
      play(opened(), [
        ['guest', lay(1, deal([1], [3]), true)],
        ['opener', tick(1)],
      ]),
    ).toBe('changed')
  })

  it('keeps what a version answers: the newest one of the other person', () => {
    const answered = (...moves: Parameters<typeof play>[1]) => {
      const table = play(opened(), moves)
      return typeof table === 'string' ? table : table.version.answers
    }
    const [mine, theirs] = [deal([1], [3]), deal([1, 4], [3])]
    expect(answered()).toBeNull()
    expect(answered(['opener', lay(1, mine)])).toBeNull()
    expect(answered(['guest', lay(1, mine)])).toEqual(first.deal)
    expect(answered(['guest', lay(1, mine)], ['guest', lay(2, theirs)])).toEqual(first.deal)
    expect(answered(['guest', lay(1, mine)], ['opener', lay(2, theirs)])).toEqual(mine)
  })

  it('clears both ticks on any change, and ticks a counter for who sends it while the other is away', () => {
    expect(play(opened(), [['opener', lay(1, deal([1, 4], [2]))]])).toMatchObject({
      version: { number: 2, by: 'opener' },
      ready: { opener: false, guest: false },
    })
    expect(play(opened(), [['guest', lay(1, deal([1], [3]), true)]])).toMatchObject({
      ready: { opener: false, guest: true },
    })
  })

  it('undoes an agreement by a change, and by taking a tick back', () => {
    const agreed = [['guest', tick(1)]] as const
    expect(play(opened(), [...agreed, ['guest', tick(1, false)]])).toMatchObject({ agreedAtS: null })
    expect(play(opened(), [...agreed, ['opener', lay(1, deal([1], [3]))]])).toMatchObject({ agreedAtS: null })
  })

  it('lets the first of two changes to one version count, and refuses the second', () => {
    expect(
      play(opened(), [
        ['guest', lay(1, deal([1], [3]))],
        ['opener', lay(1, deal([5], [2]))],
      ]),
    ).toBe('changed')
  })

  it.each([
    ['an empty side', deal([], [2])],
    ['coins for coins', { ...deal([], [], 5n), guest: { nfts: [], wei: 7n } }],
  ])('takes %s as a version, but no tick on it', (_, terms) => {
    expect(play(opened(), [['guest', lay(1, terms, true)]])).toMatchObject({ ready: { guest: false } })
    expect(
      play(opened(), [
        ['guest', lay(1, terms)],
        ['opener', tick(2)],
      ]),
    ).toBe('incomplete')
  })

  it.each([
    [
      'too-many-nfts',
      deal(
        Array.from({ length: 21 }, (_, n) => n),
        [99],
      ),
    ],
    ['nft-twice', deal([1, 1], [2])],
    ['nft-twice', deal([1], [1])],
    ['same-deal', deal([1], [2])],
  ] as const)('refuses %s', (refusal, terms) => {
    expect(play(opened(), [['guest', lay(1, terms)]])).toBe(refusal)
  })

  it('stays open after a decline, which only the other person can give', () => {
    const decline: TableMove = { kind: 'decline', version: 1, reason: 'not-for-me', text: '' }
    expect(play(opened(), [['opener', decline]])).toBe('own-version')
    expect(
      play(opened(), [
        ['guest', decline],
        ['opener', tick(1)],
      ]),
    ).toBe('dead-version')
    // The same terms again are fine: the declined version is over.
    expect(
      play(opened(), [
        ['guest', decline],
        ['opener', lay(1, deal([1], [2]), true)],
      ]),
    ).toMatchObject({
      version: { number: 2, state: 'open' },
    })
  })

  it('lets only who laid a version down withdraw it', () => {
    expect(play(opened(), [['guest', { kind: 'withdraw', version: 1 }]])).toBe('not-own-version')
    expect(play(opened(), [['opener', { kind: 'withdraw', version: 1 }]])).toMatchObject({
      version: { state: 'withdrawn' },
    })
  })

  it('can be opened empty, but an empty version cannot be ticked', () => {
    const step = openTable(facts, { ...first, deal: deal([], []) }, 1000)
    expect(step).toMatchObject({ table: { version: { number: 1 }, ready: { opener: false } } })
  })

  it('has the opener lock in, or the creator of the offer that it counters, unless both are agreed on the other', () => {
    expect(opened()).toMatchObject({ locker: 'opener' })
    const counters = `0x${'11'.repeat(32)}` as const
    expect(openTable({ ...facts, counters }, { ...first, by: 'guest' }, 0)).toMatchObject({
      table: { locker: 'guest' },
    })
    expect(openTable({ ...facts, counters }, first, 0)).toMatchObject({ table: { locker: 'opener' } })
    const pass: TableMove = { kind: 'pass', version: 1, locker: 'guest' }
    expect(play(opened(), [['opener', pass]])).toBe('not-agreed')
    expect(
      play(opened(), [
        ['guest', tick(1)],
        ['opener', pass],
      ]),
    ).toMatchObject({ locker: 'guest' })
  })

  it('lets only the person who locks in leave that to the other', () => {
    const to = (locker: Seat): TableMove => ({ kind: 'pass', version: 1, locker })
    const agreed = ['guest', tick(1)] as const
    expect(play(opened(), [agreed, ['guest', to('guest')]])).toBe('not-locker')
    expect(play(opened(), [agreed, ['opener', to('guest')], ['opener', to('opener')]])).toBe('not-locker')
    expect(play(opened(), [agreed, ['opener', to('guest')], ['guest', to('opener')]])).toMatchObject({
      locker: 'opener',
    })
  })

  it.each(['opener', 'guest'] as const)(
    'leaves the lock with the creator of a countered offer, whatever its %s asks',
    (by) => {
      const agreed = play(opened({ counters: `0x${'11'.repeat(32)}` }), [['guest', tick(1)]])
      if (typeof agreed === 'string') throw new Error(agreed)
      for (const locker of ['opener', 'guest'] as const)
        expect(play(agreed, [[by, { kind: 'pass', version: 1, locker }]])).toBe('countered')
    },
  )

  it('keeps its terms while the offer that locked them in is open, but lets people talk', () => {
    expect(play(opened(), [['guest', lay(1, deal([1], [3]))]], true)).toBe('locked')
    expect(play(opened(), [['guest', { kind: 'say', text: 'Hello' }]], true)).toMatchObject({ version: { number: 1 } })
  })

  it('does not lapse while the offer that locked its terms in is open', () => {
    const late = { by: 'guest', nowS: 1001 + tableLapseS, isOfferOpen: true } as const
    for (const move of [{ kind: 'say', text: 'Still there?' }, { kind: 'leave' }] as const)
      expect(playMove(opened({}, 1000), move, late)).toMatchObject({ table: { changedAtS: late.nowS } })
  })

  it('lapses two weeks after its offer has expired', () => {
    const table = opened({}, 1000)
    const endsS = 900_000
    const after = { by: 'guest', isOfferOpen: false, offerEndsS: endsS } as const
    expect(playMove(table, tick(1), { ...after, nowS: endsS + tableLapseS })).toMatchObject({
      table: { ready: { guest: true } },
    })
    expect(playMove(table, tick(1), { ...after, nowS: endsS + tableLapseS + 1 })).toEqual({ refusal: 'lapsed' })
    expect(tableState(table, endsS + tableLapseS, endsS)).toBe('proposed')
    expect(tableState(table, endsS + tableLapseS + 1, endsS)).toBe('lapsed')
  })

  it('lapses two weeks after its offer was cancelled, but taking an expired one back does not revive it', () => {
    const expiresAtS = 900_000
    const ended = (atS: number | null) => ({ kind: 'cancelled', by: alice, txHash: null, atS }) as const
    expect(offerEndsS({ expiresAtS, settlement: ended(5_000) })).toBe(5_000)
    expect(offerEndsS({ expiresAtS, settlement: ended(expiresAtS + 9) })).toBe(expiresAtS)
    // The state was read, and not the event.
    expect(offerEndsS({ expiresAtS, settlement: ended(null) })).toBe(expiresAtS)
    expect(offerEndsS({ expiresAtS, settlement: null })).toBe(expiresAtS)
  })

  it('lapses two weeks after the last change, and is closed by who leaves', () => {
    const table = opened({}, 1000)
    expect(tableState(table, 1000 + tableLapseS)).toBe('proposed')
    expect(tableState(table, 1001 + tableLapseS)).toBe('lapsed')
    expect(playMove(table, tick(1), { by: 'guest', nowS: 1001 + tableLapseS, isOfferOpen: false })).toEqual({
      refusal: 'lapsed',
    })
    expect(
      play(table, [
        ['guest', { kind: 'leave' }],
        ['opener', { kind: 'say', text: 'Wait' }],
      ]),
    ).toBe('closed')
  })
})

it('compares deals by what is in them, not by the order', () => {
  expect(sameDeal(deal([1, 2], [3]), deal([2, 1], [3]))).toBe(true)
  expect(sameDeal(deal([1, 2], [3]), deal([1, 4], [3]))).toBe(false)
  expect(sameDeal(deal([1], [3]), deal([1], [3], 1n))).toBe(false)
})
