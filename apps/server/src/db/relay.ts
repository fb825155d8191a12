import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Broadcasts short texts to all servers of a database, including the sender. */
export interface Relay {
  /** At most {@link maxRelayBytes} bytes; sent when the transaction commits, and only then. */
  send(tx: Transaction<Schema>, text: string): Promise<void>
  /**
   * Subscribes. `onGap` is called after a reconnect: messages sent in between are lost.
   *
   * @returns a function that unsubscribes.
   */
  hear(onText: (text: string) => void, onGap: () => void): Promise<() => Promise<void>>
}

/** PostgreSQL limits payloads to less than 8000 bytes. */
export const maxRelayBytes = 7_900
