import { afterEach, describe, expect, it, vi } from 'vitest'
import { createResponseCache } from '../../src/http/responseCache.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const offerId = `0x${'ab'.repeat(32)}` as const
const url = `/api/swap-offers/creator/${alice.toLowerCase()}`

afterEach(() => {
  vi.useRealTimers()
})

function given({ isShared = false } = {}) {
  const live = createLiveFeed()
  const prepared = createResponseCache(live, { isShared })
  const keep = (at = url, about: string = alice) =>
    prepared.set(at, '{"offers":[]}', {
      route: '/api/swap-offers/creator/:address',
      about,
      version: prepared.version(),
    })
  return { live, prepared, keep }
}

describe('given an answer that was kept', () => {
  it('is found again under its url and no other', () => {
    const { prepared, keep } = given()
    const kept = keep()
    expect(prepared.get(url)).toMatchObject(kept)
    expect(prepared.get(url.replace('creator', 'recipient'))).toBeUndefined()
  })

  it.each([
    ['an offer of that wallet', { type: 'offer', offerId, creator: alice, recipient: bob }],
    ['an offer to that wallet', { type: 'offer', offerId, creator: bob, recipient: alice }],
    ['a new beginning', { type: 'hello', indexedBlock: 0 }],
  ] as const)('is gone when an event tells of %s', (_, event) => {
    const { live, prepared, keep } = given()
    keep()
    live.publish([event])
    expect(prepared.get(url)).toBeUndefined()
  })

  it('stays when an event tells of others', () => {
    const { live, prepared, keep } = given()
    keep()
    live.publish([{ type: 'offer', offerId, creator: bob, recipient: bob }])
    live.publish([{ type: 'head', block: 1, timestamp: 1 }])
    expect(prepared.get(url)).toBeDefined()
  })
})

describe('given an answer that nothing has changed', () => {
  it.each([
    ['half a minute where one server writes the database', false, 29_000, 30_001],
    ['a second where several do, since one may hear of nothing', true, 900, 1_001],
  ])('lasts %s', (_, isShared, beforeMs, afterMs) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { prepared, keep } = given({ isShared })
    keep()
    vi.advanceTimersByTime(beforeMs)
    expect(prepared.get(url)).toBeDefined()
    vi.advanceTimersByTime(afterMs - beforeMs)
    expect(prepared.get(url)).toBeUndefined()
  })

  it('lasts no longer than time leaves it true', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { prepared } = given()
    prepared.set(url, '{}', { route: '', about: alice, version: prepared.version(), lastsMs: 1_000 })
    vi.advanceTimersByTime(999)
    expect(prepared.get(url)).toBeDefined()
    vi.advanceTimersByTime(2)
    expect(prepared.get(url)).toBeUndefined()
  })

  it('is kept for each page of a list, and all of them go with the event', () => {
    const { live, prepared, keep } = given()
    const pages = ['', '?limit=5', '?cursor=7.1'].map((query) => `/api/swap-offers/user/${alice}${query}`)
    for (const page of pages) keep(page)
    expect(pages.map((page) => prepared.get(page) !== undefined)).toEqual([true, true, true])
    live.publish([{ type: 'offer', offerId, creator: bob, recipient: alice }])
    expect(pages.map((page) => prepared.get(page))).toEqual([undefined, undefined, undefined])
  })
})

describe('given an answer that is not to be kept', () => {
  it('because something changed while it was read', () => {
    const { live, prepared } = given()
    const version = prepared.version()
    live.publish([{ type: 'offer', offerId, creator: alice, recipient: bob }])
    prepared.set(url, '{}', { route: '', about: alice, version })
    expect(prepared.get(url)).toBeUndefined()
  })

  it('because it was requested by a transaction hash, which no event mentions', () => {
    const { prepared, keep } = given()
    const byTransaction = `/api/swap-offers/0x${'cd'.repeat(32)}`
    keep(byTransaction, offerId)
    expect(prepared.get(byTransaction)).toBeUndefined()
  })

  it('because too many others came after it, however short they all are', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { prepared, keep } = given()
    const urls = Array.from({ length: 70_000 }, (_, index) => `/api/holdings/0x${index.toString(16).padStart(40, '0')}`)
    for (const at of urls) keep(at, at.slice('/api/holdings/'.length))
    expect(urls.map((at) => prepared.get(at) !== undefined)).toMatchObject({ 0: false, 69_999: true })
  })
})
