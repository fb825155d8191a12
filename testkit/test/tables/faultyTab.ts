import { get, type ClientRequest } from 'node:http'
import { createClientOf, memberRoutes } from '@parley/protocol'
import type { Address, TableDeal } from '@parley/domain'
import type { TableDraft, TableDrafts } from '../../../apps/web/src/services/tableDrafts.ts'
import type { OpenStream, StreamListener, TableLine } from '../../../apps/web/src/services/tableLine.ts'
import { createTableStore, type TableStore } from '../../../apps/web/src/services/tableStore.ts'

/** A wallet that is signed in at every server. */
export interface Wallet {
  readonly address: Address
  headers(): Readonly<Record<string, string>>
}

/** A server that ends and starts again. */
export interface ServerPlace {
  /** Null while there is none. */
  url(): string | null
  /** Resolves with the address once there is one. */
  whenUp(): Promise<string>
}

/** A move that a tab sent, whether or not an answer came. */
export interface SentMove {
  readonly by: Address
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A tab of the page: its own store, over a line that breaks, delays and loses what a test says. */
export interface FaultyTab {
  readonly wallet: Wallet
  readonly table: TableStore
  /** Drafts that went away without the person dropping them: each has to have been laid down. */
  readonly gone: readonly TableDeal[]
  /** The page is loaded again: another store, with the draft that was kept. @returns whether that is the one before. */
  reload(): boolean
  /** The server it talks to from now on. */
  moveTo(place: ServerPlace): void
  /** Breaks the stream, which stays away until {@link mend}. */
  cut(): void
  /** Keeps what arrives from the page. */
  hold(): void
  /** Delivers what was kept, and connects again. */
  mend(): void
  /** Loses the next request, or the answer to it. */
  loseNext(what: 'request' | 'answer'): void
  close(): void
}

interface TabOptions {
  readonly wallet: Wallet
  readonly tableId: string
  readonly place: ServerPlace
  readonly sent: (move: SentMove) => void
}

export function openFaultyTab({ wallet, tableId, place: firstPlace, sent }: TabOptions): FaultyTab {
  let place = firstPlace
  let lost: 'request' | 'answer' | null = null
  let late: string[] | null = null
  let isCut = false
  let stream: { readonly path: string; readonly listener: StreamListener; request: ClientRequest | null } | null = null

  const deliver = (data: string): void => {
    if (late) late.push(data)
    else stream?.listener.onMessage(data)
  }

  /** Connects as an EventSource does: again and again, until the server refuses. */
  function connect(): void {
    const own = stream
    if (!own || own.request || isCut) return
    const url = place.url()
    if (url === null) return void place.whenUp().then(connect, () => undefined)
    const broken = (request: ClientRequest, isOver: boolean) => {
      if (own.request !== request) return
      own.request = null
      if (stream !== own) return
      own.listener.onBroken(isOver)
      if (!isOver) setTimeout(connect, 5)
    }
    const request = get(url + own.path, { agent: false, headers: wallet.headers() }, (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        return broken(request, true)
      }
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const messages = text.split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) {
          const data = message.split('\n').find((line) => line.startsWith('data: '))
          if (data !== undefined && own.request === request) deliver(data.slice(6))
        }
      })
      response.on('close', () => broken(request, false)).on('error', () => undefined)
    })
    own.request = request
    request.on('error', () => broken(request, false))
  }

  function disconnect(): void {
    const request = stream?.request
    if (stream) stream.request = null
    request?.destroy()
  }

  const openStream: OpenStream = (path, listener) => {
    stream = { path, listener, request: null }
    connect()
    return () => {
      disconnect()
      stream = null
    }
  }

  const faultyFetch: typeof fetch = async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString()
    const fault = lost
    lost = null
    if (init?.method === 'POST') sent({ by: wallet.address, path, body: JSON.parse(textOf(init.body)) })
    const url = place.url()
    if (fault === 'request' || url === null) throw new TypeError('the line was lost')
    const headers = { ...wallet.headers(), 'content-type': 'application/json' }
    const response = await fetch(url + path, { ...init, headers })
    if (fault === null) return response
    await response.text()
    throw new TypeError('the line was lost')
  }

  const api = createClientOf(memberRoutes, '', { fetch: faultyFetch })
  const gone: TableDeal[] = []
  let kept: TableDraft | null = null
  let loads = 0

  function load() {
    loads += 1
    const own = loads
    const drafts: TableDrafts = {
      read: () => kept,
      // The store of an earlier load says nothing any more.
      write: (_as, _tableId, draft) => {
        if (own !== loads) return
        if (kept && !draft) gone.push(kept.deal)
        kept = draft
      },
      readWords: () => '',
      writeWords: () => undefined,
    }
    const line: TableLine = { api, openStream, reopenAfterMs: 5, drafts }
    const table = createTableStore(line, wallet.address, tableId)
    return { table, leave: table.sit() }
  }

  let loaded = load()
  return {
    wallet,
    get table() {
      return loaded.table
    },
    gone,
    reload() {
      const { draft } = loaded.table.store.getState()
      loaded.leave()
      loaded = load()
      return loaded.table.store.getState().draft === draft
    },
    moveTo(next) {
      place = next
      disconnect()
      connect()
    },
    cut() {
      isCut = true
      disconnect()
      stream?.listener.onBroken(false)
    },
    hold() {
      late ??= []
    },
    mend() {
      const arrived = late ?? []
      late = null
      for (const data of arrived) stream?.listener.onMessage(data)
      isCut = false
      connect()
    },
    loseNext(what) {
      lost = what
    },
    close: () => loaded.leave(),
  }
}

function textOf(body: RequestInit['body']): string {
  if (typeof body !== 'string') throw new TypeError('a move is JSON')
  return body
}
