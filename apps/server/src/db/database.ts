import { type Compilable, type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** An open database. Requests use `read` and never wait for the indexer, which writes the index with `write`. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Kysely<Schema>
  /**
   * Reads of the index alone, by a standby where there are some. It has every change that this server's pages were
   * notified of: see {@link Database.caughtUp}.
   */
  readonly readIndex: Kysely<Schema>
  readonly write: Kysely<Schema>
  /**
   * Prepares a statement that reads at once, for the answers that are asked for most. Null where the engine is elsewhere, and
   * every read waits for it.
   */
  readonly prepareNow: (<R>(query: CompiledQuery<R>) => (parameters: readonly unknown[]) => R[]) | null
  /**
   * Runs several reads of {@link Database.prepareNow} on one snapshot. Without it, SQLite locks and unlocks the log for each, which
   * takes as long as finding a few rows. One within another shares its snapshot. Null where `prepareNow` is.
   */
  readonly snapshotNow: (<T>(read: () => T) => T) | null
  /**
   * Runs a transaction of the index. Serialized across all servers: no other one changes what it has read. Resolves once
   * `readIndex` has it.
   */
  change<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /**
   * Runs a transaction on what is not part of the index, such as a table. On PostgreSQL these run side by side: lock the rows
   * that the work depends on.
   */
  transact<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Leader election: which server of this database follows the chain. */
  readonly leadership: Leadership
  /** Resolves once `readIndex` has what any server committed before. At once where it is the same database. */
  caughtUp(): Promise<void>
  /** The database's clock, unix milliseconds. Servers whose own clocks differ agree by it when a lease ends. */
  nowMs(): Promise<number>
  /** Messages between the servers of this database; null if there can be only one. */
  readonly relay: Relay | null
  /** Connection pool usage. */
  load(): DatabaseLoad
  close(): Promise<void>
}

/**
 * Prepares a statement that is read often outside of transactions, with new values each time. It is built once, and read at once
 * where the engine can: building it and waiting for it take longer than the engine does.
 */
export function prepareRead<R>(
  { read, prepareNow }: Pick<Database, 'read' | 'prepareNow'>,
  statement: Compilable<R>,
): (parameters: readonly unknown[]) => Promise<readonly R[]> {
  const query = statement.compile()
  const readNow = prepareNow?.(query)
  if (readNow) return async (parameters) => readNow(parameters)
  return async (parameters) => (await read.executeQuery<R>({ ...query, parameters })).rows
}

/** Connections, queries that wait for one, and read replicas. */
export interface DatabaseLoad {
  readonly connections: number
  readonly waiting: number
  /** How many are configured. */
  readonly replicas: number
  readonly replicasInUse: number
}

/** Pings the database. @returns null if it answers, else the reason, worded for the operator. */
export async function databaseFailure(db: Database): Promise<string | null> {
  try {
    await sql`select 1`.execute(db.read)
    return null
  } catch {
    return 'the database does not answer'
  }
}

/** Elects the one server of a database that follows the chain. */
export interface Leadership {
  /** Whether this server leads; takes the lead if it is free. */
  lead(): Promise<boolean>
  /** Releases the lead for another server. */
  stepDown(): Promise<void>
  /** Releases the lead permanently; later calls return false. */
  close(): Promise<void>
}

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
