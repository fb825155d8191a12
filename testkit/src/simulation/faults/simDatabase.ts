import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteGuard } from '@parley/server'

/** What a statement runs into. `lostAnswer` commits and says that it did not. */
export type DatabaseFault = 'SQLITE_BUSY' | 'SQLITE_FULL' | 'SQLITE_IOERR' | 'lostAnswer'

export interface SimDatabase {
  readonly folder: string
  readonly guard: SqliteGuard
  /** From the `after`-th statement on, this many statements fail. */
  fail(fault: DatabaseFault, after: number, statements: number): void
  /** The process dies at the `after`-th statement, and the disk's content is copied to `imageFolder`. */
  crash(after: number, imageFolder: string): void
  /** Whether that has happened. */
  isDead(): boolean
}

export class SimDatabaseError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  constructor(code: string) {
    super(`simulated: ${code}`)
    this.code = code
  }
}

const files = ['parley.sqlite', 'parley.sqlite-wal']

/** Wraps SQLite for the server: statements fail, and the process dies between two of them. */
export function createSimDatabase(folder: string): SimDatabase {
  let dead = false
  let fault: { kind: DatabaseFault; after: number; left: number } | null = null
  let crash: { after: number; imageFolder: string } | null = null

  function beforeStatement(): void {
    if (dead) throw new SimDatabaseError('dead')
    if (crash && crash.after-- <= 0) {
      dead = true
      mkdirSync(crash.imageFolder, { recursive: true })
      for (const file of files)
        if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(crash.imageFolder, file))
      throw new SimDatabaseError('dead')
    }
    if (fault?.kind !== 'lostAnswer') failIfDue()
  }

  function failIfDue(): void {
    if (!fault || fault.after-- > 0) return
    const { kind } = fault
    fault.left -= 1
    if (fault.left <= 0) fault = null
    throw new SimDatabaseError(kind === 'lostAnswer' ? 'SQLITE_IOERR' : kind)
  }

  function around<T>(sql: string, run: () => T): T {
    beforeStatement()
    const result = run()
    if (sql === 'commit' && fault?.kind === 'lostAnswer') failIfDue()
    return result
  }

  return {
    folder,
    guard: (database) => ({
      close: () => database.close(),
      prepare(sql) {
        const statement = around('', () => database.prepare(sql))
        return {
          reader: statement.reader,
          all: (parameters) => around(sql, () => statement.all(parameters)),
          run: (parameters) => around(sql, () => statement.run(parameters)),
          iterate: (parameters) => around(sql, () => statement.iterate(parameters)),
        }
      },
    }),
    fail(kind, after, statements) {
      fault = { kind, after, left: statements }
    },
    crash(after, imageFolder) {
      crash = { after, imageFolder }
    },
    isDead: () => dead,
  }
}
