import { randomUUID } from 'node:crypto'
import { type LiveEvent, liveEventSchema } from '@parley/protocol'
import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Database, maxRelayBytes, type Relay } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** A live event with its place in this server's sequence. */
export interface NumberedEvent {
  readonly id: number
  readonly event: LiveEvent
}

type Listener = (numbered: NumberedEvent) => void

/** The wallets and offers that a page shows, in lower case. Null: all there are. */
export type Topics = ReadonlySet<string> | null

/** Hands what was indexed to the open pages of this server. */
export interface LiveFeed {
  /** Publishes to this server's pages. Call after the commit: pages refetch at once and must find the change. */
  publish(events: readonly LiveEvent[]): void
  /**
   * Notifies the other servers' pages as part of the transaction. The database sends it on commit, so a crash can't
   * lose it.
   */
  announce(tx: Transaction<Schema>, events: readonly LiveEvent[]): Promise<void>
  /** For parts of the server. @returns the end of the subscription. */
  subscribe(listener: Listener): () => void
  /** For an open page, which is counted while it listens. @returns the end of the subscription. */
  follow(listener: Listener, topics: Topics): () => void
  /** Those of the topics that may have changed in the last half minute. */
  changedLately(topics: ReadonlySet<string>): readonly string[]
  /** How many open pages listen at the moment. */
  pages(): number
}

/** A page asks its questions before it subscribes to what they are about, but not this long before. */
const latelyMs = 30_000
/** Topics whose last change is remembered. */
const maxRemembered = 20_000

export function createLiveFeed(nowMs: () => number = () => performance.now()): LiveFeed {
  const listeners = new Set<Listener>()
  const pages = createPages()
  let lastId = 0
  /** Changes before this are remembered in part only. */
  let forgottenAtMs = Number.NEGATIVE_INFINITY
  const changedAtMs = new LRUCache<string, number>({
    max: maxRemembered,
    dispose: (atMs, _topic, reason) => {
      if (reason === 'evict') forgottenAtMs = atMs
    },
  })

  function remember(event: LiveEvent): void {
    if (event.type === 'hello') forgottenAtMs = nowMs()
    for (const topic of topicsOf(event)) changedAtMs.set(topic, nowMs())
  }

  return {
    publish(events) {
      for (const event of events) {
        lastId += 1
        remember(event)
        const numbered = { id: lastId, event }
        for (const listener of listeners) listener(numbered)
        pages.tell(numbered)
      }
    },
    // There is no other server.
    announce: async () => undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow: pages.add,
    changedLately(topics) {
      const sinceMs = nowMs() - latelyMs
      if (forgottenAtMs > sinceMs) return [...topics]
      return [...topics].filter((topic) => (changedAtMs.get(topic) ?? Number.NEGATIVE_INFINITY) > sinceMs)
    },
    pages: pages.count,
  }
}

/** Open pages by their topics. A change costs as much as there are pages about it, not pages altogether. */
function createPages() {
  const all = new Map<Listener, Topics>()
  const aboutAll = new Set<Listener>()
  const about = new Map<string, Set<Listener>>()

  /** The pages about a topic of this event, each with its part of it. */
  function partsOf(event: LiveEvent): Map<Listener, LiveEvent> {
    const parts = new Map<Listener, LiveEvent>()
    if (event.type === 'offer')
      for (const topic of topicsOf(event)) for (const page of about.get(topic) ?? []) parts.set(page, event)
    if (event.type === 'holdings')
      for (const address of event.addresses)
        for (const page of about.get(address.toLowerCase()) ?? []) {
          const before = parts.get(page)
          const addresses = before?.type === 'holdings' ? [...before.addresses, address] : [address]
          parts.set(page, { type: 'holdings', addresses })
        }
    return parts
  }

  return {
    add(listener: Listener, topics: Topics): () => void {
      // The same function may listen twice.
      const own: Listener = (numbered) => listener(numbered)
      all.set(own, topics)
      if (topics === null) aboutAll.add(own)
      for (const topic of topics ?? []) about.set(topic, (about.get(topic) ?? new Set()).add(own))
      return () => {
        all.delete(own)
        aboutAll.delete(own)
        for (const topic of topics ?? []) {
          about.get(topic)?.delete(own)
          if (about.get(topic)?.size === 0) about.delete(topic)
        }
      }
    },
    tell(numbered: NumberedEvent): void {
      const { id, event } = numbered
      const isAboutTopics = event.type === 'offer' || event.type === 'holdings'
      for (const page of isAboutTopics ? aboutAll : all.keys()) page(numbered)
      for (const [page, part] of partsOf(event)) page(part === event ? numbered : { id, event: part })
    },
    count: () => all.size,
  }
}

/** The topics of an event, in lower case. None where every page gets it. */
function topicsOf(event: LiveEvent): readonly string[] {
  const topics =
    event.type === 'offer'
      ? [event.offerId, event.creator, event.recipient]
      : event.type === 'holdings'
        ? event.addresses
        : []
  return topics.map((topic) => topic.toLowerCase())
}

const noteSchema = z.object({ from: z.string(), event: liveEventSchema })

/** Addresses in one note; each has 45 bytes as JSON. */
const addressesAtOnce = Math.floor((maxRelayBytes - 200) / 45)

export interface SharedFeed {
  readonly feed: LiveFeed
  close(): Promise<void>
}

/**
 * Joins the live feeds of all servers of one database. A change indexed by one reaches the pages of all. The chain's
 * head and greetings stay local, since every server has its own.
 */
export async function shareLiveFeed(
  local: LiveFeed,
  relay: Relay,
  caughtUp: Database['caughtUp'],
): Promise<SharedFeed> {
  const own = randomUUID()
  const heard: LiveEvent[] = []
  let publishing: Promise<void> | null = null
  /** Pages refetch at once, and must find the change in what they read. */
  const publishHeard = async (): Promise<void> => {
    while (heard.length > 0) {
      const events = heard.splice(0)
      await caughtUp()
      local.publish(events)
    }
  }
  const hear = (event: LiveEvent): void => {
    heard.push(event)
    publishing ??= publishHeard().finally(() => (publishing = null))
  }
  const close = await relay.hear(
    (text) => {
      const note = parseNote(text)
      if (note && note.from !== own) hear(note.event)
    },
    // Events were lost, so pages refetch everything.
    () => hear({ type: 'hello', indexedBlock: 0 }),
  )
  return {
    feed: {
      subscribe: (listener) => local.subscribe(listener),
      follow: (listener, topics) => local.follow(listener, topics),
      changedLately: (topics) => local.changedLately(topics),
      pages: () => local.pages(),
      publish: (events) => local.publish(events),
      async announce(tx, events) {
        for (const event of events.flatMap(shareable)) await relay.send(tx, JSON.stringify({ from: own, event }))
      },
    },
    close,
  }
}

function shareable(event: LiveEvent): readonly LiveEvent[] {
  switch (event.type) {
    case 'offer':
      return [event]
    case 'holdings':
      return Array.from({ length: Math.ceil(event.addresses.length / addressesAtOnce) }, (_, part) => ({
        ...event,
        addresses: event.addresses.slice(part * addressesAtOnce, (part + 1) * addressesAtOnce),
      }))
    default:
      return []
  }
}

/** @returns null for what no server of this version wrote. */
function parseNote(text: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
