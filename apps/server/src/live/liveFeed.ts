import { randomUUID } from 'node:crypto'
import { type LiveEvent, liveEventSchema } from '@parley/protocol'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type Database, maxRelayBytes, type Relay } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** A live event with its place in this server's sequence. */
interface NumberedEvent {
  readonly id: number
  readonly event: LiveEvent
}

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
  subscribe(listener: (numbered: NumberedEvent) => void): () => void
  /** For an open page, which is counted while it listens. @returns the end of the subscription. */
  follow(listener: (numbered: NumberedEvent) => void): () => void
  /** How many open pages listen at the moment. */
  pages(): number
}

export function createLiveFeed(): LiveFeed {
  const listeners = new Set<(numbered: NumberedEvent) => void>()
  const pages = new Set<(numbered: NumberedEvent) => void>()
  let lastId = 0
  return {
    publish(events) {
      for (const event of events) {
        lastId += 1
        for (const listener of [...listeners, ...pages]) listener({ id: lastId, event })
      }
    },
    // There is no other server.
    announce: async () => undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow(listener) {
      pages.add(listener)
      return () => pages.delete(listener)
    },
    pages: () => pages.size,
  }
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
      follow: (listener) => local.follow(listener),
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
