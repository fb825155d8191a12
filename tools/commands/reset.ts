import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertUnused } from '../local/claimFolder.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { readSettings } from '../local/settings.ts'

/** What a local world creates in its data folder. Nothing else there is touched. */
const traces = [
  'chain.json',
  'chain.json.part',
  'anvil',
  'world.json',
  'world.json.part',
  'deployment.json',
  'deployment.json.part',
  'running.json',
  'page',
  'server.log',
  'parley.sqlite',
  'parley.sqlite-shm',
  'parley.sqlite-wal',
  'pictures',
]

/** `pnpm reset`: deletes the local world, so that the next start creates a new one. */
async function reset(): Promise<void> {
  const { dataFolder } = readSettings(process.env)
  await assertUnused(dataFolder)
  for (const trace of traces) await rm(join(dataFolder, trace), { recursive: true, force: true })
  await rmdir(dataFolder).catch(() => undefined) // The folder may hold other files too.
  process.stdout.write(`The local world in ${dataFolder} is gone; npm start makes a new one.\n`)
  if (process.env['DATABASE_URL']) process.stdout.write('The database of DATABASE_URL was not touched.\n')
}

await reset().catch(reportFailure)
