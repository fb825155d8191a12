import { createApiClient } from '@parley/protocol'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { applyLiveEvent, queryKeys } from '../../src/services/queries.ts'
import { beginAction, createActions, endAction, reportStep } from '../../src/services/transactions.ts'
import { throttle } from '../../src/services/browser.ts'
import { chainTimeS } from '../../src/services/chainTime.ts'
import { drawn } from '../../src/services/documentData.ts'
import { createLiveConnection } from '../../src/services/liveConnection.ts'
import { createSession } from '../../src/services/openSession.ts'
import { nobodysConfig } from '../given/nobodysConfig.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const offerId = `0x${'ab'.repeat(32)}` as const

describe('given an action under way', () => {
  it('lets no other one begin', () => {
    const store = createActions()
    expect(beginAction(store, 'create', null)).toBe(true)
    expect(beginAction(store, 'cancel', offerId)).toBe(false)
    endAction(store)
    expect(beginAction(store, 'cancel', offerId)).toBe(true)
  })

  it('has the ten steps of creating, and keeps them after its end', () => {
    const store = createActions()
    beginAction(store, 'create', null)
    reportStep(store, { key: 'send', state: 'done', txHash: offerId })
    endAction(store)
    const steps = store.getState().last?.steps ?? []
    expect(steps.map((step) => step.key)).toEqual([
      'validate',
      'ownership',
      'approval',
      'fee',
      'send',
      'receipt',
      'offer-id',
      'record',
      'success',
      'refresh',
    ])
    expect(steps[4]).toEqual({ key: 'send', state: 'done', txHash: offerId })
  })
})

describe('given news from the server', () => {
  function kept() {
    const queries = new QueryClient()
    for (const key of [
      queryKeys.sent(alice),
      queryKeys.received(bob),
      queryKeys.received(carol),
      queryKeys.offer(offerId),
      queryKeys.holdingsOf(alice),
      queryKeys.holdingsOf(carol),
    ]) {
      queries.setQueryData(key, 'known')
    }
    const old = () =>
      queries
        .getQueryCache()
        .getAll()
        .filter((query) => query.state.isInvalidated)
        .map((query) => query.queryKey)
    return { queries, old }
  }

  it('invalidates the lists of both parties, and no others, when an offer changes', () => {
    const { queries, old } = kept()
    applyLiveEvent(queries, { type: 'offer', offerId, creator: alice, recipient: bob }, false)
    expect(old()).toEqual([queryKeys.sent(alice), queryKeys.received(bob), queryKeys.offer(offerId)])
  })

  it('makes the holdings of those old whose NFTs moved', () => {
    const { queries, old } = kept()
    applyLiveEvent(queries, { type: 'holdings', addresses: [alice] }, false)
    expect(old()).toEqual([queryKeys.holdingsOf(alice)])
  })

  it('makes old who owns what they held, and what is being read', () => {
    const { queries, old } = kept()
    queries.setQueryData(queryKeys.owner('moved'), alice.toLowerCase())
    queries.setQueryData(queryKeys.owner('stayed'), carol)
    queries.setQueryData(queryKeys.owner('asked'), carol)
    void queries.fetchQuery({ queryKey: queryKeys.owner('asked'), queryFn: () => new Promise(() => undefined) })
    applyLiveEvent(queries, { type: 'holdings', addresses: [alice, bob] }, false)
    expect(old()).toEqual([queryKeys.holdingsOf(alice), queryKeys.owner('moved'), queryKeys.owner('asked')])
  })

  it('makes old at first what was asked before the line stood', () => {
    const { queries, old } = kept()
    queries.setQueryData(queryKeys.gasPrice, 'known')
    applyLiveEvent(queries, { type: 'hello', indexedBlock: 1 }, false)
    expect(old()).toHaveLength(6)
    expect(old()).not.toContainEqual(queryKeys.gasPrice)
  })

  it('asks again where the first answer was still under way, since it may be of before the change', async () => {
    const queries = new QueryClient()
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const observer = new QueryObserver(queries, {
      queryKey: queryKeys.holdingsOf(alice),
      queryFn: () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
    })
    const stop = observer.subscribe(() => undefined)
    applyLiveEvent(queries, { type: 'hello', indexedBlock: 1 }, false)
    applyLiveEvent(queries, { type: 'holdings', addresses: [alice] }, false)
    answers[0]?.resolve('of before')
    await expect.poll(() => asked).toBe(2)
    answers[1]?.resolve('of after')
    await expect.poll(() => observer.getCurrentResult().data).toBe('of after')
    stop()
  })

  it('makes everything old after the line was broken', () => {
    const { queries, old } = kept()
    applyLiveEvent(queries, { type: 'hello', indexedBlock: 2 }, true)
    expect(old()).toHaveLength(6)
  })
})

describe('given the time of the last block', () => {
  it('goes on by the browser’s clock from there', () => {
    const live = createLiveConnection('')
    live.store.setState({ head: { timestampS: 5_000, heardAtMs: 100_000 } })
    expect(chainTimeS(live, 100_999)).toBe(5_000)
    expect(chainTimeS(live, 103_000)).toBe(5_003)
  })

  it('is the document’s where no server answers, until a block is read', () => {
    drawn.nowS = 2_000_000_000
    onTestFinished(() => void (drawn.nowS = 0))
    const { live } = createSession(nobodysConfig(), createApiClient('http://127.0.0.1:9'))
    expect(chainTimeS(live, Date.now())).toBe(2_000_000_000)
    live.learnTime(2_000_000_100)
    expect(chainTimeS(live, Date.now())).toBe(2_000_000_100)
  })

  it('is the browser’s own before any block was heard of', () => {
    expect(chainTimeS(createLiveConnection(''), 7_900)).toBe(7)
  })
})

describe('given turns of 100 ms', () => {
  it('spaces those who come at once', async () => {
    const waits: number[] = []
    const turn = throttle({ now: () => 0, sleep: async (durationMs) => void waits.push(durationMs) }, 100)
    await Promise.all([turn(), turn(), turn()])
    expect(waits).toEqual([100, 200])
  })
})
