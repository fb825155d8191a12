import { get, type ClientRequest } from 'node:http'
import { createClientOf, memberRoutes } from '@parley/protocol'
import type { Address } from '@parley/domain'
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
  let kept: string[] | null = null
  let isCut = false
  let stream: { readonly path: string; readonly listener: StreamListener; request: ClientRequest | null } | null = null

  const deliver = (data: string): void => {
    if (kept) kept.push(data)
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
  const line: TableLine = { api, openStream, reopenAfterMs: 5 }
  const table = createTableStore(line, wallet.address, tableId)
  const leave = table.sit()
  return {
    wallet,
    table,
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
      kept ??= []
    },
    mend() {
      const late = kept ?? []
      kept = null
      for (const data of late) stream?.listener.onMessage(data)
      isCut = false
      connect()
    },
    loseNext(what) {
      lost = what
    },
    close: leave,
  }
}

function textOf(body: RequestInit['body']): string {
  if (typeof body !== 'string') throw new TypeError('a move is JSON')
  return body
}
