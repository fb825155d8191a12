import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** An open database. Requests read on `read` and never wait for the indexer, which alone writes, on `write`. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Kysely<Schema>
  readonly write: Kysely<Schema>
  close(): Promise<void>
}
