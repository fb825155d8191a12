import { randomUUID } from 'node:crypto'
import { liveEventSchema, type LiveEvent } from '@parley/protocol'
import { z } from 'zod'
import { maxRelayBytes, type Relay } from '../db/database.ts'
import type { LiveFeed } from './liveFeed.ts'

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
export async function shareLiveFeed(local: LiveFeed, relay: Relay): Promise<SharedFeed> {
  const own = randomUUID()
  const close = await relay.hear(
    (text) => {
      const note = parseNote(text)
      if (note && note.from !== own) local.publish([note.event])
    },
    // Events were lost, so pages refetch everything.
    () => local.publish([{ type: 'hello', indexedBlock: 0 }]),
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
