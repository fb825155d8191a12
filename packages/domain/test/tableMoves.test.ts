import { describe, expect, it } from 'vitest'
import {
  closeEnded,
  lockIn,
  maxTableVersions,
  openTable,
  playMove,
  sameDeal,
  type Seat,
  type Table,
  type TableDeal,
  type TableMove,
  type TableStep,
} from '../src/index.ts'
import { alice, bob, escrow } from './givenOffer.ts'

const deal = (opener: readonly number[], guest: readonly number[], guestWei = 0n): TableDeal => ({
  opener: { nfts: opener.map((id) => ({ contract: escrow, tokenId: BigInt(id) })), wei: 0n },
  guest: { nfts: guest.map((id) => ({ contract: escrow, tokenId: BigInt(id) })), wei: guestWei },
  durationMinutes: 1440,
})
const terms = deal([1], [2])
const offerId = `0x${'0f'.repeat(32)}` as const

function taken(step: ReturnType<typeof playMove>): TableStep {
  if ('refusal' in step) throw new Error(step.refusal)
  return step
}

function opened(): Table {
  const facts = { id: 't', opener: alice, guest: bob, portal: null, counters: null }
  return taken(openTable(facts, { by: 'opener', deal: terms, note: '', isReady: true }, 1000)).table
}

const step = (table: Table, by: Seat, move: TableMove) => playMove(table, move, { by, nowS: 1001, isOfferOpen: false })
const moved = (table: Table, by: Seat, move: TableMove) => taken(step(table, by, move)).table
const tick = (version: number, isReady = true): TableMove => ({ kind: 'tick', version, isReady })
const lay = (base: number, to: TableDeal): TableMove => ({ kind: 'lay', base, deal: to, note: '', isReady: false })
const decline = (version: number): TableMove => ({ kind: 'decline', version, reason: 'not-now', text: '' })

const agreed = moved(opened(), 'guest', tick(1))

describe('given a table that was agreed', () => {
  it('says so in its log beside the second tick, and a tick that is there already changes nothing', () => {
    const { entries } = taken(step(opened(), 'guest', tick(1)))
    expect(entries).toEqual([
      { kind: 'ready', version: 1, by: 'guest', atS: 1001 },
      { kind: 'agreed', version: 1, by: 'guest', atS: 1001 },
    ])
    expect(taken(step(agreed, 'guest', tick(1)))).toEqual({ table: agreed, entries: [] })
    expect(taken(step(opened(), 'guest', tick(1, false))).entries).toEqual([])
  })

  it('keeps what both agreed last, whatever is laid down or taken back', () => {
    const last = { number: 1, deal: terms, atS: 1001 }
    expect(moved(agreed, 'guest', tick(1, false))).toMatchObject({ agreedAtS: null, agreed: last })
    const countered = moved(agreed, 'guest', lay(1, deal([1], [3])))
    expect(countered).toMatchObject({ agreedAtS: null, agreed: last })
    expect(moved(countered, 'guest', tick(2))).toMatchObject({ agreedAtS: null, agreed: last })
  })

  it.each([decline(1), tick(1, false)])('loses its agreement and its offer by a $kind', (move) => {
    const locked = lockIn(agreed, { offerId, by: 'opener', nowS: 1002 }).table
    const ready = { opener: move.kind === 'tick', guest: false }
    expect(moved(locked, 'guest', move)).toMatchObject({ ready, agreedAtS: null, offerId: null })
  })

  it('loses both ticks when the version is withdrawn', () => {
    expect(moved(agreed, 'opener', { kind: 'withdraw', version: 1 })).toMatchObject({
      ready: { opener: false, guest: false },
      agreedAtS: null,
    })
  })

  it('is locked in by its version, which comes back where something else was laid down since', () => {
    const newest = lockIn(agreed, { offerId, by: 'opener', nowS: 1002 })
    expect(newest).toMatchObject({ table: { offerId, version: { number: 1 }, changedAtS: 1002 } })
    expect(newest.entries).toEqual([{ kind: 'locked', version: 1, offerId, by: 'opener', atS: 1002 }])
    const since = moved(agreed, 'guest', lay(1, deal([1], [3])))
    const back = lockIn(since, { offerId, by: 'opener', nowS: 1003 })
    expect(back.table).toMatchObject({
      offerId,
      version: { number: 3, by: 'opener', deal: terms },
      ready: { opener: true, guest: false },
    })
    expect(back.entries.map(({ kind }) => kind)).toEqual(['version', 'ready', 'locked'])
  })

  it('is locked in by a new version where the same terms were declined since', () => {
    const declined = moved(agreed, 'guest', decline(1))
    expect(lockIn(declined, { offerId, by: 'opener', nowS: 1002 }).table).toMatchObject({
      version: { number: 2, state: 'open', deal: terms },
    })
  })
})

describe('given moves that are about something else than the newest version', () => {
  const second = moved(opened(), 'guest', lay(1, deal([1], [3])))

  it.each([lay(1, deal([1], [4])), tick(1), decline(1)])('refuses a $kind of an older one', (move) => {
    expect(step(second, 'opener', move)).toEqual({ refusal: 'changed' })
  })

  it('refuses to withdraw an older one, and to pass on its lock', () => {
    expect(step(second, 'guest', { kind: 'withdraw', version: 1 })).toEqual({ refusal: 'changed' })
    const again = moved(moved(second, 'opener', tick(2)), 'guest', tick(2))
    expect(step(again, 'opener', { kind: 'pass', version: 1, locker: 'guest' })).toEqual({ refusal: 'changed' })
  })

  it('refuses to tick, decline or withdraw one that is over', () => {
    const over = moved(opened(), 'guest', decline(1))
    expect(step(over, 'guest', tick(1))).toEqual({ refusal: 'dead-version' })
    expect(step(over, 'guest', decline(1))).toEqual({ refusal: 'dead-version' })
    expect(step(over, 'opener', { kind: 'withdraw', version: 1 })).toEqual({ refusal: 'dead-version' })
  })

  it('refuses more versions than a table holds', () => {
    const full = { ...opened(), version: { ...opened().version, number: maxTableVersions } }
    expect(step(full, 'guest', lay(maxTableVersions, deal([1], [3])))).toEqual({ refusal: 'too-many-versions' })
    expect(step(full, 'guest', tick(maxTableVersions))).toMatchObject({ table: { agreedAtS: 1001 } })
  })
})

it('closes a table that has ended without making it newer', () => {
  const { table, entries } = closeEnded(agreed, { by: 'guest', atS: 9999 })
  expect(table).toEqual({ ...agreed, closed: { by: 'guest', atS: 9999 } })
  expect(entries).toEqual([{ kind: 'left', by: 'guest', atS: 9999 }])
})

it('tells deals apart by either side’s NFTs and coins, and by how long the offer lasts', () => {
  expect(sameDeal(terms, deal([1], [2]))).toBe(true)
  for (const other of [deal([1], [3]), deal([1], [2, 3]), deal([1, 3], [2]), deal([1], [2], 1n)]) {
    expect(sameDeal(terms, other)).toBe(false)
    expect(sameDeal(other, terms)).toBe(false)
  }
  expect(sameDeal(terms, { ...terms, durationMinutes: 60 })).toBe(false)
})
