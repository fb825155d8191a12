import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Carries short texts between the servers of one database, the sender itself included. */
export interface Relay {
  /** At most {@link maxRelayBytes} bytes; they leave when the transaction is committed, and never where it is not. */
  send(tx: Transaction<Schema>, text: string): Promise<void>
  /**
   * Begins to hear. `onGap` is called when the connection is there again after it was lost: what was sent meanwhile is gone.
   *
   * @returns what ends it.
   */
  hear(onText: (text: string) => void, onGap: () => void): Promise<() => Promise<void>>
}

/** PostgreSQL takes payloads of less than 8000 bytes. */
export const maxRelayBytes = 7_900
