import { beforeEach, describe, expect, it, vi } from 'vitest'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = 'parley-people'

/** As after a reload. */
async function openPage() {
  vi.resetModules()
  const { meet, peopleOf, recentPeople } = await import('../../src/services/recentPeople.ts')
  return { meet, people: (account: typeof alice | typeof bob) => peopleOf(recentPeople.getState(), account) }
}

beforeEach(() => localStorage.clear())

describe('given people whom an account has traded with', () => {
  it('lists them newest first, once each, for that account alone, also after a reload', async () => {
    const { meet } = await openPage()
    meet(alice, bob)
    meet(alice, carol)
    meet(alice, bob)
    const { people } = await openPage()
    expect(people(alice)).toEqual([bob, carol])
    expect(people(bob)).toEqual([])
  })

  it('keeps a bounded number of them', async () => {
    const { meet, people } = await openPage()
    for (let at = 1; at <= 150; at += 1) meet(alice, `0x${at.toString(16).padStart(40, '0')}`)
    expect(people(alice)).toHaveLength(5)
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toHaveLength(100)
  })

  it('ignores what is stored there and is no pair of addresses', async () => {
    const pair = { account: alice, person: bob }
    for (const stored of [
      '{',
      '7',
      'null',
      '{}',
      JSON.stringify([null, 1, { account: alice }, { ...pair, person: '0x1' }]),
    ]) {
      localStorage.setItem(key, stored)
      expect((await openPage()).people(alice)).toEqual([])
    }
    localStorage.setItem(key, JSON.stringify([{ ...pair, person: '<b>' }, pair]))
    expect((await openPage()).people(alice)).toEqual([bob])
  })

  it('remembers none without an account or a recipient', async () => {
    const { meet } = await openPage()
    meet(undefined, bob)
    meet(alice, null)
    expect(localStorage.getItem(key)).toBeNull()
  })
})
