import { liveEventSchema, liveEventsPath, type LiveEvent } from '@parley/protocol'
import type { Client } from 'viem'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** `live`: the server tells of changes as they happen. `away`: it does not answer; lists come from the chain. */
export type LiveStatus = 'connecting' | 'live' | 'away'

export interface LiveState {
  readonly status: LiveStatus
  readonly indexedBlock: number | null
  /** Time of the server's newest block: its timestamp or its announcement, the earlier one. */
  readonly announcedAtMs: number | null
  /**
   * Chain time (unix seconds) of the newest block, and the browser's clock at that moment. The page may have read it from
   * the chain.
   */
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
  /**
   * Asks for changes about these topics only, or for all of them with null. Nothing is missed: the line before is heard
   * until the new one is greeted. `onGreeted` then gets the topics that changed before it, or undefined if the server can't
   * say. It isn't called where the connection broke, since the listener then hears a greeting.
   */
  follow(topics: readonly string[] | null, onGreeted: (changed: readonly string[] | undefined) => void): void
}

const reopenAfterMs = 3_000
/** Maximum events kept before the page subscribes. */
const maxKept = 100

/** The page's line to the server: server-sent events, opened again whenever it breaks. */
export function createLiveConnection(baseUrl: string): LiveConnection {
  const store = createStore<LiveState>(() => ({
    status: 'connecting',
    indexedBlock: null,
    announcedAtMs: null,
    head: null,
  }))
  let line: Line | null = null
  let listener: HearEvent | null = null
  let kept: Parameters<HearEvent>[] = []
  const hear: HearEvent = (...heard) => {
    if (listener) listener(...heard)
    else if (kept.length < maxKept) kept.push(heard)
  }
  const dial = (): void => {
    line ??= connect(baseUrl, store, hear)
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
        line?.hangUp()
        line = null
      }
    },
    follow: (topics, onGreeted) => line?.follow(topics, onGreeted),
  }
}

interface Line extends Pick<LiveConnection, 'follow'> {
  hangUp(): void
}

function connect(baseUrl: string, store: StoreApi<LiveState>, hear: HearEvent): Line {
  /** The newest is last. The others speak until it is greeted. */
  let sources: EventSource[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let greeted = false
  let broken = false
  let path = liveEventsPath
  const close = (some: readonly EventSource[]): void => some.forEach((source) => source.close())
  const reach = (onGreeted?: Parameters<Line['follow']>[1]): void => {
    const source = new EventSource(baseUrl + path)
    sources.push(source)
    source.addEventListener('message', ({ data }) => {
      const event = parse(data)
      if (!event) return
      close(sources.splice(0, sources.indexOf(source)))
      remember(store, event)
      const tell = broken ? undefined : onGreeted
      onGreeted = undefined
      if (event.type !== 'hello') return hear(event, greeted)
      if (tell) return tell(event.changed)
      hear(event, greeted || broken)
      greeted = true
      broken = false
    })
    source.addEventListener('error', () => {
      store.setState({ status: 'away' })
      // Also if the connection was never up: lists were read in the meantime, with later changes unknown.
      broken = true
      // EventSource reconnects after a broken connection, but gives up on a response that is no stream.
      if (source.readyState !== EventSource.CLOSED) return
      // The server may have refused one connection more.
      close(sources)
      sources = []
      if (timer) clearTimeout(timer)
      timer = setTimeout(reach, reopenAfterMs)
    })
  }
  reach()
  return {
    follow(topics, onGreeted) {
      path = topics ? `${liveEventsPath}?about=${topics.join()}` : liveEventsPath
      // Otherwise the next attempt uses the new path.
      if (greeted && sources.length > 0) reach(onGreeted)
    },
    hangUp() {
      close(sources)
      if (timer) clearTimeout(timer)
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
  if (event.type !== 'hello' && event.type !== 'head') return
  const { timestamp } = event
  const heardAtMs = Date.now()
  store.setState({
    status: 'live',
    indexedBlock: event.type === 'hello' ? event.indexedBlock : event.block,
    announcedAtMs: timestamp === undefined ? heardAtMs : Math.min(heardAtMs, timestamp * 1000),
    ...(timestamp !== undefined && { head: { timestampS: timestamp, heardAtMs } }),
  })
}
