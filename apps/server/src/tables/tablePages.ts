import type { Address, Seat } from '@parley/domain'
import { type TableEvent, tableEventsPath, tableEventsQuery } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Fence } from '../fence.ts'
import { parseInput } from '../http/bindRoutes.ts'
import {
  createEventStreams,
  type EventStream,
  type EventStreams,
  maxWaitingBytes,
  type StreamMessage,
  streamMessage,
} from '../http/eventStream.ts'
import { HttpError } from '../http/httpError.ts'
import type { Inbox } from '../inbox/createInbox.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { failureText } from '../log.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { Here } from './presence.ts'
import { tableFailure } from './tableFailure.ts'
import { nowS, readWhole } from './tableReads.ts'
import { findTable, logLength, seatOf } from './tableStore.ts'

/** More pages than one person has open. */
const maxStreamsOfWallet = 20
/** A longer greeting has no log in it: a slow page couldn't take it in. */
const maxGreetingBytes = maxWaitingBytes / 2

/** The open pages of this server: who sits where, and what they are sent. */
export interface TablePages {
  /** Serves the streams. */
  attach(app: FastifyInstance): void
  of(wallets: readonly Address[]): readonly Page[]
  at(tableId: string): readonly Page[]
  /** Tables that a page sits at. */
  watched(): readonly string[]
  send(page: Page, event: TableEvent): void
  /** The same event for several: it is written once. */
  sendAll(to: readonly Page[], event: TableEvent): void
  /** Sends everything again. */
  greetAll(): void
  count(): number
}

export interface TablePagesParts extends Pick<Context, 'db' | 'log'> {
  readonly fence: Fence
  readonly sessions: Pick<Sessions, 'require' | 'onEnded'>
  readonly inbox: Pick<Inbox, 'follow' | 'counts'>
  /** How often a wallet may sit down in a minute. */
  readonly seatsPerMinute: number
  readonly seats: {
    join(tableId: string, seat: Seat): Promise<() => Promise<void>>
    here(tableId: string): Promise<Here>
    /** The last page of this server has left the table. */
    unwatched(tableId: string): void
  }
}

/** An open page of one wallet. */
export interface Page {
  readonly wallet: Address
  /** The table that it sits at. */
  readonly tableId: string | null
  readonly stream: EventStream
  /** Events that have to wait for the greeting; null once it was sent. */
  waiting: StreamMessage[] | null
  isGreeted: boolean
  greeting: Promise<void>
}

export function createTablePages(parts: TablePagesParts): TablePages {
  const { db, log, fence, sessions, inbox, seatsPerMinute, seats } = parts
  const pages = new Map<Address, Set<Page>>()
  /** Those that watch a table, by its id. */
  const watching = new Map<string, Set<Page>>()
  let streams: EventStreams | null = null
  const comings = new TokenBuckets({ capacity: seatsPerMinute, perSecond: seatsPerMinute / 60 })

  const pagesOf = (wallets: readonly Address[]) => wallets.flatMap((wallet) => [...(pages.get(wallet) ?? [])])
  const sendMessage = (page: Page, message: StreamMessage): void => {
    if (page.waiting) page.waiting.push(message)
    else fence.run('stream', page.stream, () => page.stream.send(message))
  }
  const send = (page: Page, event: TableEvent): void => sendMessage(page, streamMessage(event))

  async function readGreeting({ wallet, tableId }: Page): Promise<TableEvent> {
    const [counts, stored] = await Promise.all([
      inbox.counts(wallet),
      tableId === null ? null : findTable(db.read, tableId),
    ])
    const hello = { type: 'hello', inbox: counts } as const
    if (!stored) return hello
    const here = await seats.here(stored.table.id)
    if ((await logLength(db.read, stored)) > maxGreetingBytes) return { ...hello, here }
    const table = await readWhole(db.read, stored, { nowS: nowS() })
    const isLong = JSON.stringify(table).length > maxGreetingBytes
    return { ...hello, here, ...(!isLong && { table }) }
  }

  /** Sends `hello`, then the events that were queued. Greetings of a page wait for each other: two may be due at once. */
  function greet(page: Page): Promise<void> {
    page.greeting = page.greeting.then(async () => {
      page.waiting ??= []
      const greeting = await readGreeting(page)
      if (page.isGreeted) page.stream.tell(greeting)
      else page.stream.open(greeting)
      page.isGreeted = true
      const { waiting } = page
      page.waiting = null
      for (const message of waiting) page.stream.send(message)
    })
    return page.greeting
  }

  return {
    attach(app) {
      const opened = createEventStreams(app, tableEventsPath, fence)
      streams = opened
      app.get(tableEventsPath, async (request, reply) => {
        const { as, table: tableId } = parseInput(tableEventsQuery, request.query)
        const session = await sessions.require(request, as)
        const wallet = session.address
        const stored = tableId === undefined ? null : await findTable(db.read, tableId)
        const seat = stored && seatOf(stored.table, wallet)
        if (tableId !== undefined && !seat) throw tableFailure('no-such-table')
        if (pagesOf([wallet]).length >= maxStreamsOfWallet)
          throw new HttpError(429, 'too many open pages', { retryAfterS: 30 })
        // Each arrival and departure is shown on the other page.
        if (seat && !comings.take(wallet)) throw new HttpError(429, 'sitting down too often', { retryAfterS: 5 })
        const stream = opened.open(reply, opened.enter(request.network))
        const page: Page = {
          wallet,
          tableId: stored?.table.id ?? null,
          stream,
          waiting: [],
          isGreeted: false,
          greeting: Promise.resolve(),
        }
        addTo(pages, wallet, page)
        if (page.tableId !== null) addTo(watching, page.tableId, page)
        let leaveSeat: (() => Promise<void>) | null = null
        let isOpen = true
        const leave = (): void => {
          leaveSeat?.().catch((error: unknown) =>
            log.warn({ reason: failureText(error) }, 'a seat at a table could not be given up'),
          )
        }
        const followed = inbox.follow(wallet, (news) => send(page, { type: 'inbox', ...news }))
        const forgetSession = sessions.onEnded(session, () =>
          fence.run('stream', stream, () => {
            send(page, { type: 'signed-out' })
            stream.finish()
          }),
        )
        stream.onClose(
          fence.around('stream', stream, () => {
            isOpen = false
            forgetSession()
            followed.end()
            removeFrom(pages, wallet, page)
            if (page.tableId !== null) {
              removeFrom(watching, page.tableId, page)
              if (!watching.has(page.tableId)) seats.unwatched(page.tableId)
            }
            leave()
          }),
        )
        fence.run('stream', stream, async () => {
          // Who was left or blocked isn't told when the other looks at the table again.
          if (stored && seat && !stored.table.closed) leaveSeat = await seats.join(stored.table.id, seat)
          // Greeted, the page reads its inbox: from then on it has to be told what changes.
          await followed.known
          if (!isOpen) return leave()
          await greet(page)
        })
      })
    },
    of: pagesOf,
    at: (tableId) => [...(watching.get(tableId) ?? [])],
    watched: () => [...watching.keys()],
    send,
    sendAll(to, event) {
      const message = streamMessage(event)
      for (const page of to) sendMessage(page, message)
    },
    greetAll() {
      for (const page of [...pages.values()].flatMap((all) => [...all]))
        fence.run('stream', page.stream, () => greet(page))
    },
    count: () => streams?.count() ?? 0,
  }
}

function addTo<K>(index: Map<K, Set<Page>>, key: K, page: Page): void {
  index.set(key, (index.get(key) ?? new Set()).add(page))
}

function removeFrom<K>(index: Map<K, Set<Page>>, key: K, page: Page): void {
  const pages = index.get(key)
  pages?.delete(page)
  if (pages?.size === 0) index.delete(key)
}
