import { liveEventSchema, liveEventsPath, type LiveEvent } from '@parley/protocol'
import type { Client } from 'viem'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** `live`: the server tells of changes as they happen. `away`: it does not answer; lists come from the chain. */
export type LiveStatus = 'connecting' | 'live' | 'away'

export interface LiveState {
  readonly status: LiveStatus
  readonly indexedBlock: number | null
  /** When the server last said hello, by the browser's clock. */
  readonly greetedAtMs: number | null
  /** Chain time (unix seconds) of the newest announced block, and the browser's clock at that moment. */
  readonly head: { readonly timestampS: number; readonly heardAtMs: number } | null
}

/** `again`: this isn't the first greeting, or the connection broke, so anything may have changed. */
export type HearEvent = (event: LiveEvent, again: boolean) => void

export interface LiveConnection {
  readonly store: StoreApi<LiveState>
  /** Sets chain time as read elsewhere: from the server's configuration, or from a block's header. */
  learnTime(timestampS: number): void
  /**
   * Reads chain time from the newest block, if an endpoint answers. Without a server, the browser's clock doesn't count
   * (decision Z5).
   */
  readTime(chain: Client): Promise<void>
  /**
   * Connects before there is a listener: answers requested once the connection is up can't be stale. Events until then
   * are kept for the listener.
   */
  dial(): void
  /** Subscribes, and connects if necessary. @returns closes the connection. */
  open(onEvent: HearEvent): () => void
}

const reopenAfterMs = 3_000
/** Maximum events kept before the page subscribes. */
const maxKept = 100

/** The page's line to the server: server-sent events, opened again whenever it breaks. */
export function createLiveConnection(baseUrl: string): LiveConnection {
  const store = createStore<LiveState>(() => ({
    status: 'connecting',
    indexedBlock: null,
    greetedAtMs: null,
    head: null,
  }))
  let hangUp: (() => void) | null = null
  let listener: HearEvent | null = null
  let kept: Parameters<HearEvent>[] = []
  const hear: HearEvent = (...heard) => {
    if (listener) listener(...heard)
    else if (kept.length < maxKept) kept.push(heard)
  }
  const dial = (): void => {
    hangUp ??= connect(baseUrl, store, hear)
  }
  const learnTime = (timestampS: number): void => store.setState({ head: { timestampS, heardAtMs: Date.now() } })
  return {
    store,
    learnTime,
    readTime: async (chain) => {
      const block = await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }).catch(() => null)
      if (block) learnTime(Number(block.timestamp))
    },
    dial,
    open: (onEvent) => {
      listener = onEvent
      for (const heard of kept) onEvent(...heard)
      kept = []
      dial()
      return () => {
        listener = null
        hangUp?.()
        hangUp = null
      }
    },
  }
}

function connect(baseUrl: string, store: StoreApi<LiveState>, hear: HearEvent): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let greeted = false
  const reach = (): void => {
    source = new EventSource(baseUrl + liveEventsPath)
    source.addEventListener('message', ({ data }) => {
      const event = parse(data)
      if (!event) return
      remember(store, event)
      hear(event, greeted)
      greeted ||= event.type === 'hello'
    })
    source.addEventListener('error', () => {
      store.setState({ status: 'away' })
      // Also if the connection was never up: lists were read in the meantime, with later changes unknown.
      greeted = true
      // EventSource reconnects after a broken connection, but gives up on a response that is no stream.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(reach, reopenAfterMs)
    })
  }
  reach()
  return () => {
    source?.close()
    if (timer) clearTimeout(timer)
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
  if (event.type === 'hello') {
    const { indexedBlock, timestamp } = event
    const nowMs = Date.now()
    store.setState({
      status: 'live',
      indexedBlock,
      greetedAtMs: nowMs,
      ...(timestamp !== undefined && { head: { timestampS: timestamp, heardAtMs: nowMs } }),
    })
  }
  if (event.type === 'head') {
    store.setState({
      status: 'live',
      indexedBlock: event.block,
      head: { timestampS: event.timestamp, heardAtMs: Date.now() },
    })
  }
}
