import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chainTimeS } from '../src/services/chainTime.ts'
import { createLiveConnection } from '../src/services/liveConnection.ts'

/** A line of the browser's, played by hand: this environment has none of its own. */
class PlayedEventSource extends EventTarget {
  static readonly CLOSED = 2
  static latest: PlayedEventSource | null = null
  readyState = 0
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    PlayedEventSource.latest = this
  }

  close(): void {
    this.readyState = PlayedEventSource.CLOSED
  }
}

const hello = () => new MessageEvent('message', { data: JSON.stringify({ type: 'hello', indexedBlock: 5 }) })

beforeEach(() => vi.stubGlobal('EventSource', PlayedEventSource))
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens a line. @returns for each greeting heard, whether it is said to come again. */
function openLine() {
  const greetings: boolean[] = []
  const close = createLiveConnection('').open((_event, again) => greetings.push(again))
  const send = (event: Event) => PlayedEventSource.latest?.dispatchEvent(event)
  return { greetings, send, close }
}

describe("given the chain's clock", () => {
  it('is known from the greeting, before any block', () => {
    const line = createLiveConnection('')
    const close = line.open(() => undefined)
    const data = JSON.stringify({ type: 'hello', indexedBlock: 5, timestamp: 2_000_000_000 })
    PlayedEventSource.latest?.dispatchEvent(new MessageEvent('message', { data }))
    const { head } = line.store.getState()
    expect(chainTimeS(line, (head?.heardAtMs ?? 0) + 3_000)).toBe(2_000_000_003)
    close()
  })

  it('is not set back by a server that lags, nor kept in the future from one that was ahead', () => {
    const line = createLiveConnection('')
    const close = line.open(() => undefined)
    const say = (timestamp: number) => {
      const data = JSON.stringify({ type: 'head', block: 6, timestamp })
      PlayedEventSource.latest?.dispatchEvent(new MessageEvent('message', { data }))
      return line.store.getState().head?.timestampS
    }
    line.learnTime(2_000_000_100)
    expect(say(2_000_000_040)).toBe(2_000_000_100)
    expect(say(2_000_000_101)).toBe(2_000_000_101)
    expect(say(2_900_000_000)).toBe(2_900_000_000)
    line.learnTime(2_000_000_102)
    expect(line.store.getState().head?.timestampS).toBe(2_000_000_102)
    close()
  })
})

describe('given a line to the server', () => {
  it('begins without making anything be read again', () => {
    const { greetings, send, close } = openLine()
    send(hello())
    expect(greetings).toEqual([false])
    close()
  })

  it('makes all be read again where the line broke in between', () => {
    const { greetings, send, close } = openLine()
    send(hello())
    send(new Event('error'))
    send(hello())
    expect(greetings).toEqual([false, true])
    close()
  })

  it('makes all be read again where the server was away at first', () => {
    const { greetings, send, close } = openLine()
    send(new Event('error'))
    send(hello())
    expect(greetings).toEqual([true])
    close()
  })
})
