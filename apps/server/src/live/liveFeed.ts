import type { LiveEvent } from '@parley/protocol'

/** A live event with its place in this server's sequence. */
export interface NumberedEvent {
  readonly id: number
  readonly event: LiveEvent
}

/** Hands what was indexed to the open pages of this server. */
export interface LiveFeed {
  /** Call after the commit: a page reads again at once and must find what it was told of. */
  publish(events: readonly LiveEvent[]): void
  /** @returns the end of the subscription. */
  subscribe(listener: (numbered: NumberedEvent) => void): () => void
}

export function createLiveFeed(): LiveFeed {
  const listeners = new Set<(numbered: NumberedEvent) => void>()
  let lastId = 0
  return {
    publish(events) {
      for (const event of events) {
        lastId += 1
        for (const listener of listeners) listener({ id: lastId, event })
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
