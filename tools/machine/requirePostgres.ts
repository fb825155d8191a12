import { dirname } from 'node:path'
import { aptInstall } from './aptInstall.ts'
import { findProgram, postgresFolders } from './findProgram.ts'
import { SetupError } from './SetupError.ts'

function find(): string | undefined {
  const own = process.env['POSTGRES_BIN']
  if (own) return own
  const initdb = findProgram('initdb', postgresFolders()) ?? findProgram('initdb')
  return initdb === undefined ? undefined : dirname(initdb)
}

/** The folder of PostgreSQL's programs for the database tests, installed first where there is none. @throws {SetupError} */
export async function requirePostgres(): Promise<string> {
  const found = find()
  if (found !== undefined) return found
  await aptInstall('postgresql', 'the tests of the PostgreSQL store')
  const installed = find()
  if (installed === undefined)
    throw new SetupError(
      'postgresql was installed, but its initdb is nowhere to be found; name its folder: POSTGRES_BIN=/path/to/bin npm test',
    )
  return installed
}
