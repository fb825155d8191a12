import { type Address, sameAddress, type Seat } from '@parley/domain'
import {
  type ApiClient,
  ApiError,
  createClientOf,
  memberRoutes,
  type TableEvent,
  tableEventSchema,
  type TableFailure,
  tableFailures,
  type TableHead,
} from '@parley/protocol'
import { createStore } from 'zustand/vanilla'
import { tabDrafts, type TableDrafts } from './tableDrafts.ts'

/** Requests of a signed-in wallet. */
export type MemberApi = ApiClient<typeof memberRoutes>

/** What hears from a stream of server-sent events. */
export interface StreamListener {
  /** A message's data. */
  onMessage(data: string): void
  /** The connection broke. `isOver`: the stream does not reconnect automatically. */
  onBroken(isOver: boolean): void
}

/** Opens a stream. @returns closes it. */
export type OpenStream = (path: string, listener: StreamListener) => () => void

/** The browser's own server-sent events. A stream that lost its network reports nothing for minutes, so the browser tells. */
export const openEventSource: OpenStream = (path, { onMessage, onBroken }) => {
  const open = (): EventSource => {
    const opened = new EventSource(path)
    opened.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') onMessage(data)
    })
    opened.addEventListener('error', () => onBroken(opened.readyState === EventSource.CLOSED))
    return opened
  }
  let source = open()
  const lose = (): void => {
    source.close()
    onBroken(false)
  }
  const find = (): void => {
    source.close()
    source = open()
  }
  window.addEventListener('offline', lose)
  window.addEventListener('online', find)
  return () => {
    window.removeEventListener('offline', lose)
    window.removeEventListener('online', find)
    source.close()
  }
}

export interface TableLine {
  readonly api: MemberApi
  readonly openStream: OpenStream
  /** How long a stream that ended stays closed. */
  readonly reopenAfterMs: number
  /** Where drafts outlive their store, if they do. */
  readonly drafts?: TableDrafts
}

/** The page's own line to the server's tables. */
export function createTableLine(baseUrl: string): TableLine {
  const openStream: OpenStream = (path, listener) => openEventSource(baseUrl + path, listener)
  return { api: createClientOf(memberRoutes, baseUrl), openStream, reopenAfterMs: 3_000, drafts: tabDrafts }
}

/** Why nothing is shown, or is not shown to this wallet. */
export type TableAccess = 'loading' | 'open' | 'not-found' | 'signed-out' | 'other-wallet' | 'failed'

/** Why a move was not made. `offline`: no answer, so it may have been made; the next greeting tells. */
export type MoveFailure = TableFailure | 'signed-out' | 'other-wallet' | 'offline' | 'too-fast'

/** Which seat a wallet has; null for another wallet's table. */
export function seatOf({ opener, guest }: Pick<TableHead, Seat>, wallet: Address): Seat | null {
  if (sameAddress(opener, wallet)) return 'opener'
  return sameAddress(guest, wallet) ? 'guest' : null
}

/** The newer of two heads of one table, which may arrive in any order, with the latest that is known of who was here. */
export function mergeHeads(before: TableHead, head: TableHead): TableHead {
  const newer = isNewer(before, head) ? before : head
  const { opener, guest } = before.seen
  return { ...newer, seen: { opener: latest(opener, head.seen.opener), guest: latest(guest, head.seen.guest) } }
}

/** Each move adds lines to the log. What happens without one is final: the offer is settled, and a table's time is over. */
function isNewer(one: TableHead, other: TableHead): boolean {
  if (one.entries !== other.entries) return one.entries > other.entries
  if (isSettled(one) !== isSettled(other)) return isSettled(one)
  return one.state === 'lapsed' && other.state !== 'lapsed'
}

function isSettled({ lock }: TableHead): boolean {
  return lock !== null && lock.status !== 'active'
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

interface StreamUse {
  onEvent(event: TableEvent): void
  onAway(): void
  /** Whether a stream that the server refused is worth another try. */
  mayReopen(): Promise<boolean>
}

/** How many streams of table events this page keeps open: one serves all that it shows. */
export const memberStreams = createStore(() => ({ open: 0 }))
const hearers = new Set<(event: TableEvent) => void>()
const count = (more: 1 | -1): void => memberStreams.setState(({ open }) => ({ open: open + more }))

/** Hears every event of this page's streams for a wallet. @returns ends it. */
export function hearMemberEvents(onEvent: (event: TableEvent) => void): () => void {
  hearers.add(onEvent)
  return () => hearers.delete(onEvent)
}

/** Keeps a stream of table events open. @returns closes it. */
export function listen(
  { openStream, reopenAfterMs }: Pick<TableLine, 'openStream' | 'reopenAfterMs'>,
  path: string,
  use: StreamUse,
): () => void {
  count(1)
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let close = (): void => undefined
  const reach = (): void => {
    if (isClosed) return
    close = openStream(path, {
      onMessage: (data) => {
        const event = eventIn(data)
        if (!event || isClosed) return
        use.onEvent(event)
        for (const hear of hearers) hear(event)
      },
      onBroken: (isOver) => {
        if (isClosed) return
        use.onAway()
        if (isOver) timer = setTimeout(() => void reopen(), reopenAfterMs)
      },
    })
  }
  const reopen = async (): Promise<void> => {
    if (await use.mayReopen()) reach()
  }
  reach()
  return () => {
    if (!isClosed) count(-1)
    isClosed = true
    if (timer) clearTimeout(timer)
    close()
  }
}

function eventIn(data: string): TableEvent | null {
  try {
    return tableEventSchema.parse(JSON.parse(data))
  } catch {
    // A newer server may say things that this page does not know yet.
    return null
  }
}

const knownFailures: ReadonlySet<string> = new Set(tableFailures)

function isTableFailure(code: string | undefined): code is TableFailure {
  return code !== undefined && knownFailures.has(code)
}

/** What became of a request. */
export function failureOf(error: unknown): MoveFailure {
  if (!(error instanceof ApiError)) return 'offline'
  if (error.code === 'other-wallet') return 'other-wallet'
  if (error.status === 401) return 'signed-out'
  if (error.status === 429) return isTableFailure(error.code) ? error.code : 'too-fast'
  if (isTableFailure(error.code)) return error.code
  return error.status === 404 ? 'no-such-table' : 'unavailable'
}
