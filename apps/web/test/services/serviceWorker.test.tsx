import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerPushes, startServiceWorker } from '../../src/services/serviceWorker.lazy.ts'
import { leavePage, usePageNow } from '../given/attention.ts'

/** A browser's container of workers, which hands the page what a worker says. */
class Container extends EventTarget {
  readonly ready = Promise.resolve({ active: null })
  readonly startMessages = () => undefined
  readonly register = async () => undefined

  /** @returns the page's answer. */
  async asks(question: object): Promise<unknown> {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(data))
      port1.start()
    })
    this.dispatchEvent(Object.assign(new Event('message'), { data: question, ports: [port2] }))
    const said = await answer
    port1.close()
    return said
  }
}

beforeEach(() => usePageNow())

afterEach(() => {
  answerPushes(() => false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('given a push while a page lists its item', () => {
  it.each([
    ['the page that has focus', true, true],
    ['a page that is in sight on another screen', false, false],
  ])('is answered by %s with told: %s', async (_, hasFocus, told) => {
    const container = new Container()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
    await startServiceWorker()
    answerPushes((id) => id === 'offer-received:1')
    expect(await container.asks({ type: 'told', id: 'offer-received:1' })).toBe(told)
    expect(await container.asks({ type: 'told', id: 'offer-received:2' })).toBe(false)
  })

  it('is not answered by a page that was left alone for minutes, until it is used again', async () => {
    const container = new Container()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    await startServiceWorker()
    answerPushes(() => true)
    leavePage(6)
    expect(await container.asks({ type: 'told', id: 'x' })).toBe(false)
    usePageNow()
    expect(await container.asks({ type: 'told', id: 'x' })).toBe(true)
  })
})
