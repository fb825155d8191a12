import type { Kysely, Transaction } from 'kysely'
import type { Leadership } from './leadership.ts'
import type { Relay } from './relay.ts'
import type { Schema } from './schema.ts'

/** An open database. Requests read on `read` and never wait for the indexer, which alone writes, on `write`. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Kysely<Schema>
  readonly write: Kysely<Schema>
  /**
   * Runs a transaction of the index. They follow one another, over all servers of a database: what one has read, no other
   * changes before it is done.
   */
  change<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Which server of this database follows the chain; the only one leads. */
  readonly leadership: Leadership
  /** Between the servers of this database; null where there can be only one. */
  readonly relay: Relay | null
  /** How busy the connections are. */
  load(): { readonly connections: number; readonly waiting: number }
  close(): Promise<void>
}
