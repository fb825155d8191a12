import { type Address, product } from '@parley/domain'
import {
  type ApiClient,
  createClientOf,
  type InboxCounts,
  inboxItemFromWire,
  inboxRoutes,
  type ReadableItem,
  tableEventsPath,
  type TableEvent,
} from '@parley/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { withTabLock } from './browser.ts'
import { failureOf, hearMemberEvents, listen, memberStreams, type TableLine } from './tableLine.ts'

/** Requests for the inbox of a signed-in wallet. */
export const inboxApi = createClientOf(inboxRoutes, '')

/** What the inbox asks, and the line that it hears of changes by. */
export interface InboxLine extends Pick<TableLine, 'openStream' | 'reopenAfterMs'> {
  readonly api: ApiClient<typeof inboxRoutes>
}

export interface InboxState {
  readonly access: 'loading' | 'open' | 'failed' | 'signed-out' | 'other-wallet'
  /** What needs the wallet first, then the rest, each newest first. */
  readonly items: readonly ReadableItem[]
  readonly nextCursor: string | null
  /** Of all items, loaded or not. */
  readonly counts: InboxCounts
}

export interface InboxStore {
  readonly store: StoreApi<InboxState>
  /** Connects, and stays connected. @returns closes it. */
  open(): () => void
  reload(): Promise<void>
  loadMore(): Promise<void>
  markRead(ids: readonly string[]): Promise<void>
  /** Marks what is listed, and what the list goes on with. New items stay unread. */
  markAllRead(): Promise<void>
}

/** More pages than this are not read again at once after a change. */
const maxPagesAgain = 10
/** What the server takes at once. */
const maxIdsAtOnce = 200

/** The inbox of a signed-in wallet as the server has it, kept up to date. */
export function createInboxStore(line: InboxLine, as: Address): InboxStore {
  const { api } = line
  const store = createStore<InboxState>(() => ({
    access: 'loading',
    items: [],
    nextCursor: null,
    counts: { unread: 0, needsYou: 0 },
  }))
  const fail = (error: unknown): void => {
    const failure = failureOf(error)
    if (failure === 'signed-out' || failure === 'other-wallet') store.setState({ access: failure, items: [] })
    else if (store.getState().access === 'loading') store.setState({ access: 'failed' })
  }
  const readPage = async (cursor?: string) => {
    const { items, ...rest } = await api.request('inbox', { query: { as, cursor } })
    return { ...rest, items: items.map(inboxItemFromWire) }
  }
  /** Reads as many pages as are on screen: what changed may be on any of them. */
  const readAll = async (): Promise<void> => {
    try {
      const wanted = store.getState().items.length
      const { counts, ...first } = await readPage()
      let { items, nextCursor } = first
      for (let pages = 1; nextCursor !== null && items.length < wanted && pages < maxPagesAgain; pages += 1) {
        const more = await readPage(nextCursor)
        items = withoutTwins([...items, ...more.items])
        nextCursor = more.nextCursor
      }
      store.setState({ access: 'open', items, nextCursor, counts })
    } catch (error) {
      fail(error)
    }
  }
  let reading: Promise<void> | null = null
  let isStale = false
  let loading: string | null = null
  const reload = async (): Promise<void> => {
    isStale = true
    reading ??= (async () => {
      while (isStale) {
        isStale = false
        await readAll()
      }
    })().finally(() => (reading = null))
    return reading
  }
  const mark = async (isMarked: (item: ReadableItem) => boolean, body: MarkedBody): Promise<void> => {
    const { items, counts } = store.getState()
    const fresh = items.filter((item) => !item.isRead && isMarked(item)).length
    store.setState({
      items: items.map((item) => (isMarked(item) ? { ...item, isRead: true } : item)),
      counts: { ...counts, unread: Math.max(0, counts.unread - fresh) },
    })
    try {
      const answer = await api.request('readInbox', { query: { as }, body })
      store.setState({ counts: answer.counts })
    } catch (error) {
      fail(error)
      await reload()
    }
  }
  const markRead = async (ids: readonly string[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += maxIdsAtOnce) {
      const some = ids.slice(from, from + maxIdsAtOnce)
      await mark(({ id }) => some.includes(id), { ids: some })
    }
  }
  return {
    store,
    open: () => {
      void reload()
      return follow(line, as, {
        onNews: (event) => {
          if (event.type === 'inbox') store.setState({ counts: event.counts })
          if (event.type === 'signed-out') store.setState({ access: 'signed-out', items: [] })
          else void reload()
        },
        mayReopen: async () => {
          await reload()
          const { access } = store.getState()
          return access !== 'signed-out' && access !== 'other-wallet'
        },
      })
    },
    reload,
    loadMore: async () => {
      const { nextCursor } = store.getState()
      // The bell and the page may want the same.
      if (nextCursor === null || nextCursor === loading) return
      loading = nextCursor
      try {
        const more = await readPage(nextCursor)
        loading = null
        store.setState(({ items }) => ({
          items: withoutTwins([...items, ...more.items]),
          nextCursor: more.nextCursor,
        }))
      } catch (error) {
        loading = null
        fail(error)
      }
    },
    markRead,
    markAllRead: async () => {
      const { items, nextCursor } = store.getState()
      await markRead(items.filter(({ isRead }) => !isRead).map(({ id }) => id))
      if (nextCursor !== null) await mark(() => false, { after: nextCursor })
      await reload()
    },
  }
}

type MarkedBody = { ids: string[] } | { after: string }

/** Pages read at different times overlap. */
function withoutTwins(items: readonly ReadableItem[]): ReadableItem[] {
  return [...new Map(items.toReversed().map((item) => [item.id, item])).values()].toReversed()
}

type InboxNews = Extract<TableEvent, { type: 'hello' | 'inbox' | 'signed-out' }>

/**
 * Hears of changes. Of all tabs of a browser one keeps a stream for it and tells the others: without HTTP/2 a browser has six
 * connections to a site, and each tab needs one for offers. A tab at a table has a stream anyway.
 *
 * @returns ends it.
 */
function follow(line: InboxLine, as: Address, { onNews, mayReopen }: InboxHearing): () => void {
  const stop = new AbortController()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`${product.slug}-inbox-${as}`) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<InboxNews>) => onNews(data))
  const forget = hearMemberEvents((event) => {
    if (event.type !== 'hello' && event.type !== 'inbox' && event.type !== 'signed-out') return
    onNews(event)
    // The table of a greeting is this tab's alone. A channel stays within the origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(event.type === 'hello' ? { type: 'hello' } : event)
  })
  const path = `${tableEventsPath}?${new URLSearchParams({ as })}`
  const keep = (): Promise<void> =>
    keepStream(() => listen(line, path, { onEvent: noWork, onAway: noWork, mayReopen }), stop.signal)
  void withTabLock('inbox', keep, stop.signal).catch(noWork)
  return () => {
    stop.abort()
    forget()
    channel?.close()
  }
}

interface InboxHearing {
  onNews(news: InboxNews): void
  /** Whether a stream that the server refused is worth another try. */
  mayReopen(): Promise<boolean>
}

const noWork = (): void => undefined

/** Keeps a stream open until the signal says otherwise, except while this page has another one. */
function keepStream(open: () => () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let close: (() => void) | null = null
    const settle = (): void => {
      const others = memberStreams.getState().open - (close ? 1 : 0)
      if (others > 0 || signal.aborted) {
        const mine = close
        close = null
        mine?.()
      } else close ??= open()
    }
    const unsubscribe = memberStreams.subscribe(settle)
    signal.addEventListener('abort', () => {
      unsubscribe()
      settle()
      resolve()
    })
    settle()
  })
}
