import { liveEventSchema, liveEventsPath, type LiveEvent } from '@parley/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** `live`: the server tells of changes as they happen. `away`: it does not answer; lists come from the chain. */
export type LiveStatus = 'connecting' | 'live' | 'away'

export interface LiveState {
  readonly status: LiveStatus
  readonly indexedBlock: number | null
  /** Chain time in unix seconds when the newest block was told of, and the browser's clock at that moment. */
  readonly head: { readonly timestampS: number; readonly heardAtMs: number } | null
}

export interface LiveLine {
  readonly store: StoreApi<LiveState>
  /** Opens the line. @returns what closes it. */
  open(onEvent: (event: LiveEvent, again: boolean) => void): () => void
}

const reopenAfterMs = 3_000

/** The page's line to the server: server-sent events, opened again whenever it breaks. */
export function createLiveLine(baseUrl: string): LiveLine {
  const store = createStore<LiveState>(() => ({ status: 'connecting', indexedBlock: null, head: null }))
  return {
    store,
    open: (onEvent) => {
      let source: EventSource | null = null
      let timer: ReturnType<typeof setTimeout> | null = null
      let greeted = false
      const connect = () => {
        source = new EventSource(baseUrl + liveEventsPath)
        source.addEventListener('message', ({ data }) => {
          const event = parse(data)
          if (!event) return
          remember(store, event)
          onEvent(event, greeted)
          greeted ||= event.type === 'hello'
        })
        source.addEventListener('error', () => {
          store.setState({ status: 'away' })
          // Also where the line never stood: lists were read meanwhile, and changes since then went untold.
          greeted = true
          // The browser tries again by itself after a broken connection, but gives up on an answer that is no stream.
          if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, reopenAfterMs)
        })
      }
      connect()
      return () => {
        source?.close()
        if (timer) clearTimeout(timer)
      }
    },
  }
}

function parse(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null
  try {
    return liveEventSchema.parse(JSON.parse(data))
  } catch {
    // A newer server may say things that this page does not know yet.
    return null
  }
}

function remember(store: StoreApi<LiveState>, event: LiveEvent): void {
  if (event.type === 'hello') store.setState({ status: 'live', indexedBlock: event.indexedBlock })
  if (event.type === 'head') {
    store.setState({
      status: 'live',
      indexedBlock: event.block,
      head: { timestampS: event.timestamp, heardAtMs: Date.now() },
    })
  }
}
