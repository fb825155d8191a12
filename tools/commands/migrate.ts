import { parseArgs } from 'node:util'
import { databaseChoice, migrateDatabase } from '@parley/server'
import { reportFailure } from '../local/reportFailure.ts'
import { SettingError } from '../local/settings.ts'

/**
 * `pnpm migrate [--wait SECONDS]` migrates this environment's database and exits. With `MIGRATE=off` servers don't migrate
 * when they start, so a failed migration can't take them down. With `--wait` it first waits for a primary that takes writes.
 */
async function migrate(): Promise<void> {
  const waitS = readWait()
  const onWait = (reason: string) => console.log(`Waiting for a primary: ${reason}`)
  await migrateDatabase(databaseChoice(process.env), waitS === null ? undefined : { timeoutMs: waitS * 1000, onWait })
  console.log('The database is up to date.')
}

/** @throws {SettingError} */
function readWait(): number | null {
  const usage = 'Usage: pnpm migrate [--wait SECONDS]'
  let wait: string | undefined
  try {
    wait = parseArgs({ options: { wait: { type: 'string' } } }).values.wait
  } catch {
    throw new SettingError(usage)
  }
  if (wait === undefined) return null
  if (!/^\d{1,5}$/.test(wait)) throw new SettingError(`--wait takes seconds, like 120. ${usage}`)
  return Number(wait)
}

await migrate().catch(reportFailure)
