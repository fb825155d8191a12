import { describe, expect, it } from 'vitest'
import { createSharedStore } from '../../src/services/browser.ts'
import { createTransactions, keptMs, maxTransactions } from '../../src/services/transactions.ts'
import { sharedStorage } from './sharedStorage.ts'
import { trackedIn } from './trackedIn.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hash = `0x${'11'.repeat(32)}` as const
const mark = { to: alice, valueWei: 10n ** 18n, inputHash: hash } as const
const done = {
  at: 'confirmed',
  txHash: hash,
  block: 9,
  offerId: hash,
  repriced: false,
  isIndexed: true,
} as const

function atNow(nowMs: number) {
  const browser = sharedStorage()
  const tab = (now = nowMs) => createTransactions(browser.tab(), 43_114, () => now)
  return { browser, tab }
}

describe('given two tabs', () => {
  it('keeps both in step, and each one’s changes', () => {
    const { tab } = atNow(20)
    const one = tab()
    const other = tab()
    one.of(alice)
    other.of(alice)
    one.begin(alice, trackedIn({ at: 'preparing' }, { id: 'a' }))
    other.begin(alice, trackedIn({ at: 'preparing' }, { id: 'b' }))
    one.note(alice, 'a', { kind: 'walletAsked', nonce: 3, mark, totalWei: 5n })
    expect(other.of(alice).getState()).toMatchObject([
      { id: 'b', state: { at: 'preparing' } },
      { id: 'a', state: { at: 'awaitingWallet', totalWei: 5n, mark }, changedAtMs: 20 },
    ])
    expect(one.of(alice).getState()).toEqual(other.of(alice).getState())
  })

  it('keeps what happens for this tab where the browser has no room for it', () => {
    const browser = sharedStorage()
    const full = { ...browser.tab(), write: () => undefined }
    createTransactions(browser.tab(), 43_114, () => 20).begin(alice, trackedIn({ at: 'preparing' }, { id: 'before' }))
    const transactions = createTransactions(full, 43_114, () => 20)
    transactions.begin(alice, trackedIn({ at: 'preparing' }, { id: 'a' }))
    transactions.note(alice, 'a', { kind: 'walletAsked', nonce: 3, mark, totalWei: 5n })
    expect(transactions.of(alice).getState()).toMatchObject([
      { id: 'a', state: { at: 'awaitingWallet' } },
      { id: 'before' },
    ])
  })

  it('doesn’t undo another tab’s change, even without an event about it', () => {
    const browser = sharedStorage()
    const form = {
      parse: (text: string | null) => (text ?? '').split(',').filter(Boolean),
      print: (all: string[]) => all.join(','),
    }
    const deaf = { ...browser.tab(), watch: () => () => undefined }
    const one = createSharedStore(deaf, 'list', form)
    const other = createSharedStore(browser.tab(), 'list', form)
    one.update((all) => [...all, 'a'])
    other.update((all) => [...all, 'b'])
    one.update((all) => [...all, 'c'])
    expect(other.store.getState()).toEqual(['a', 'b', 'c'])
    expect(browser.kept.get('list')).toBe('a,b,c')
  })
})

describe('given what is kept of an account on a chain', () => {
  it('is there after a reload, amounts and all', () => {
    const { tab } = atNow(20)
    const before = tab()
    before.begin(alice, trackedIn({ at: 'awaitingWallet', nonce: 3, mark, totalWei: 7n, ambiguousAtMs: null }))
    expect(tab().of(alice).getState()).toEqual(before.of(alice).getState())
  })

  it('is limited to its account and chain', () => {
    const { browser, tab } = atNow(20)
    tab().begin(alice, trackedIn(done))
    expect(tab().of(bob).getState()).toEqual([])
    expect(
      createTransactions(browser.tab(), 43_113, () => 20)
        .of(alice)
        .getState(),
    ).toEqual([])
  })

  it('forgets what ended a week ago, and never what is under way', () => {
    const { tab } = atNow(20)
    const before = tab()
    before.begin(alice, trackedIn(done, { id: 'old' }))
    before.begin(alice, trackedIn({ at: 'preparing' }, { id: 'open' }))
    const later = tab(10 + keptMs)
    expect(
      later
        .of(alice)
        .getState()
        .map(({ id }) => id),
    ).toEqual(['open'])
  })

  it('keeps the newest, and what is under way before what has ended', () => {
    const { tab } = atNow(20)
    const transactions = tab()
    transactions.begin(alice, trackedIn({ at: 'preparing' }, { id: 'open' }))
    for (let at = 0; at < maxTransactions; at += 1) transactions.begin(alice, trackedIn(done, { id: `done-${at}` }))
    const ids = transactions
      .of(alice)
      .getState()
      .map(({ id }) => id)
    expect(ids).toHaveLength(maxTransactions)
    expect(ids).toContain('open')
    expect(ids).not.toContain('done-0')
  })

  it.each(['{"broken', '[]', '{"version":1,"transactions":[]}', '{"version":2,"transactions":[{"id":"x"}]}'])(
    'is empty for foreign text: %s',
    (text) => {
      const { browser, tab } = atNow(20)
      browser.kept.set(`parley-transactions-43114-${alice.toLowerCase()}`, text)
      expect(tab().of(alice).getState()).toEqual([])
    },
  )
})

describe('given one that has ended', () => {
  it('is unread until the user saw it, which excludes pending ones', () => {
    const { tab } = atNow(20)
    const transactions = tab()
    transactions.begin(alice, trackedIn(done, { id: 'a' }))
    transactions.begin(alice, trackedIn(done, { id: 'b' }))
    transactions.begin(alice, trackedIn({ at: 'preparing' }, { id: 'c' }))
    transactions.tell(alice, ['a'])
    const toldOf = () =>
      transactions
        .of(alice)
        .getState()
        .map(({ id, told }) => [id, told])
    expect(toldOf()).toEqual([
      ['c', false],
      ['b', false],
      ['a', true],
    ])
    transactions.tell(alice)
    expect(toldOf()).toEqual([
      ['c', false],
      ['b', true],
      ['a', true],
    ])
    transactions.forget(alice, 'b')
    expect(toldOf()).toEqual([
      ['c', false],
      ['a', true],
    ])
  })
})
