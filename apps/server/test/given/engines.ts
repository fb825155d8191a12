import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@parley/testkit'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

/** The product's two engines: every test of storage and API runs on both. */
export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** The server settings for an empty database. */
export type DatabaseEnv = Readonly<Record<'PARLEY_DATA' | 'DATABASE_URL', string>>

export interface Databases {
  /** A database without rows, and a folder for the other files. */
  fresh(): Promise<DatabaseEnv>
}

/** Databases for the tests of the enclosing block. All files share a PostgreSQL, whose databases have the schema already. */
export function givenDatabases(engine: Engine): Databases {
  const folder = givenFolder()
  let count = 0
  return {
    async fresh() {
      const PARLEY_DATA = folder.path(`parley${(count += 1)}`)
      if (engine === 'sqlite') return { PARLEY_DATA, DATABASE_URL: '' }
      const answer = await fetch(inject('databases'), { method: 'POST' })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return { PARLEY_DATA, DATABASE_URL: text }
    },
  }
}

export interface OwnDatabases extends Databases {
  /** PostgreSQL itself, where that is the engine. */
  postgres(): Postgres
}

/** Databases in a PostgreSQL of the block's own, which its tests may stop or look at as a whole. */
export function ownDatabases(engine: Engine): OwnDatabases {
  let postgres: Postgres | undefined
  const folder = givenFolder()
  let count = 0
  beforeAll(async () => {
    if (engine === 'postgres') postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  return {
    async fresh() {
      count += 1
      const name = `parley${count}`
      return { PARLEY_DATA: folder.path(name), DATABASE_URL: (await postgres?.createDatabase(name)) ?? '' }
    },
    postgres() {
      if (!postgres) throw new Error('this engine is not PostgreSQL')
      return postgres
    },
  }
}

/** Runs a query on a connection of its own. */
export async function askPostgres(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export interface Folder {
  /** The path of the folder, or of something in it. */
  path(...parts: readonly string[]): string
}

/** A folder for the tests of the enclosing block; deleted when it ends. */
export function givenFolder(): Folder {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-server-test-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return { path: (...parts) => join(folder, ...parts) }
}
