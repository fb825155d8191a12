import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveConnection } from '../src/services/liveConnection.ts'
import { followTopics } from '../src/services/liveTopics.lazy.ts'
import { applyLiveEvent, queryKeys } from '../src/services/queries.ts'

/** Lines of the browser's, played by hand: this environment has none of its own. */
class PlayedEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: PlayedEventSource[] = []
  readyState = 0
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    PlayedEventSource.opened.push(this)
  }

  close(): void {
    this.readyState = PlayedEventSource.CLOSED
  }

  say(event: object): void {
    if (this.readyState !== PlayedEventSource.CLOSED)
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }

  break(isRefused: boolean): void {
    if (isRefused) this.readyState = PlayedEventSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hello = { type: 'hello', indexedBlock: 5 }

beforeEach(() => {
  vi.useFakeTimers()
  PlayedEventSource.opened = []
  vi.stubGlobal('EventSource', PlayedEventSource)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page whose line was greeted. */
function openPage() {
  const queries = new QueryClient()
  const live = createLiveConnection('')
  const close = live.open((event, again) => applyLiveEvent(queries, event, again))
  const line = (at: number): PlayedEventSource => {
    const source = PlayedEventSource.opened.at(at)
    if (!source) throw new Error('there is no such line')
    return source
  }
  line(0).say(hello)
  const stop = followTopics(queries, live)
  vi.advanceTimersByTime(5_000)
  const read = (key: readonly unknown[], data: unknown = 'known') => {
    queries.setQueryData(key, data)
    vi.advanceTimersByTime(5_000)
  }
  const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated === true
  const leave = () => {
    stop()
    close()
    queries.clear()
  }
  return { line, read, isStale, leave }
}

describe('given a page that has read about a wallet', () => {
  it('asks for the changes of this wallet alone, and hears the line before until then', () => {
    const { line, read, isStale, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    read(queryKeys.sent(alice))
    expect(line(-1).url).toBe(`/api/events?about=${alice.toLowerCase()}`)
    const before = line(-2)
    read(queryKeys.offer('no-offer'))
    before.say({ type: 'offer', offerId: `0x${'ab'.repeat(32)}`, creator: alice, recipient: bob })
    expect(isStale(queryKeys.sent(alice))).toBe(true)
    line(-1).say({ ...hello, changed: [] })
    expect(before.readyState).toBe(PlayedEventSource.CLOSED)
    leave()
  })

  it('reads again what changed before the line was about it, and nothing else', () => {
    const { line, read, isStale, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    read(queryKeys.sent(alice))
    read(queryKeys.holdingsOf(bob))
    read(queryKeys.owner('a/1'), bob)
    line(-1).say({ ...hello, changed: [bob.toLowerCase()] })
    expect([queryKeys.sent(alice), queryKeys.holdingsOf(bob), queryKeys.owner('a/1')].map(isStale)).toEqual([
      false,
      true,
      true,
    ])
    leave()
  })

  it('reads it again where the server cannot say what changed', () => {
    const { line, read, isStale, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    read(queryKeys.sent(alice))
    line(-1).say(hello)
    expect(isStale(queryKeys.sent(alice))).toBe(true)
    leave()
  })

  it('is sent every change where it is about more than fifty', () => {
    const { line, read, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    for (let number = 0; number < 51; number += 1)
      read(queryKeys.owner(`a/${number}`), `0x${number.toString(16).padStart(40, '0')}`)
    expect(line(-1).url).toBe('/api/events')
    leave()
  })

  it('reads all again where the line broke before the new one was greeted', () => {
    const { line, read, isStale, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    read(queryKeys.stats)
    read(queryKeys.sent(alice))
    line(-2).break(false)
    line(-1).say({ ...hello, changed: [] })
    expect([queryKeys.stats, queryKeys.sent(alice)].map(isStale)).toEqual([true, true])
    leave()
  })

  it('gives up the line that it has where the server takes no other, and comes back with its topics', () => {
    const { line, read, isStale, leave } = openPage()
    line(-1).say({ ...hello, changed: [] })
    const before = line(-1)
    read(queryKeys.sent(alice))
    const refused = line(-1)
    refused.break(true)
    expect(before.readyState).toBe(PlayedEventSource.CLOSED)
    vi.advanceTimersByTime(5_000)
    expect(line(-1)).not.toBe(refused)
    line(-1).say({ ...hello, changed: [] })
    expect(isStale(queryKeys.sent(alice))).toBe(true)
    leave()
  })
})
