import type { Kysely, Transaction } from 'kysely'
import type { Leadership } from './leadership.ts'
import type { Relay } from './relay.ts'
import type { Schema } from './schema.ts'

/** An open database. Requests use `read` and never wait for the indexer, the only writer, which uses `write`. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Kysely<Schema>
  readonly write: Kysely<Schema>
  /** Runs a transaction of the index. Serialized across all servers: no other one changes what it has read. */
  change<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Leader election: which server of this database follows the chain. */
  readonly leadership: Leadership
  /** Messages between the servers of this database; null if there can be only one. */
  readonly relay: Relay | null
  /** Connection pool usage. */
  load(): { readonly connections: number; readonly waiting: number }
  close(): Promise<void>
}
