import type { LiveEvent } from '@parley/protocol'
import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** A live event with its place in this server's sequence. */
export interface NumberedEvent {
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
