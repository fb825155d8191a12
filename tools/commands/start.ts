import { createWriteStream, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileContracts, startWorld, worldFiles, type World } from '@parley/testkit'
import { claimFolder } from '../local/claimFolder.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requireFreePorts } from '../local/requireFreePorts.ts'
import { readSettings } from '../local/settings.ts'
import { buildPage } from '../page/buildPage.ts'
import { untilReady } from '../local/untilReady.ts'
import { createProgress } from '../process/progress.ts'
import { untilSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/** `npm start`: a whole local Parley, until Ctrl-C. */
async function start(): Promise<void> {
  const asked = untilSignal()
  const settings = readSettings(process.env)
  const progress = createProgress()
  const release = await claimFolder(settings.dataFolder)
  const log = createWriteStream(join(settings.dataFolder, 'server.log'))
  try {
    await requireFreePorts(settings)
    progress.note('Parley, on this machine alone')
    const page = pageAfterContracts(settings.dataFolder)
    page.catch(() => undefined) // Awaited by the world once its chain is ready.
    const starting = startWorld({
      ...settings,
      blockTimeS: 2,
      webDist: page,
      serverEnv: serverEnv(),
      onProgress: (what) => progress.step(what),
      onServerLog: (line) => log.write(`${line}\n`),
    })
    const world = await Promise.race([starting, asked.then(() => undefined)])
    // Stopped before the world was ready: exiting ends its child processes, and the next start rebuilds it.
    if (!world) return
    progress.step('Reading the chain into the index')
    await Promise.race([untilReady(world.url), asked])
    progress.done()
    announce(world, settings.dataFolder)
    const ended = await Promise.race([
      asked.then(() => 'asked' as const),
      world.chain.ended.then(() => 'chain' as const),
    ])
    if (ended === 'chain') {
      process.stderr.write('The local chain ended by itself. Start again: npm start\n')
      process.exitCode = 1
    }
    await world.stop()
  } finally {
    log.end()
    await release()
  }
}

/** Builds the page while the chain is set up, but after the contracts: both compilers at once take 1 GB. */
async function pageAfterContracts(dataFolder: string): Promise<string> {
  if (!existsSync(worldFiles(dataFolder).manifest)) await compileContracts()
  return buildPage('demo')
}

const forPage = ['WALLETCONNECT_PROJECT_ID', 'WALLETCONNECT_RELAY_URL', 'AVVY_CONTRACT', 'ENS_RPC_URLS']

function serverEnv(): Record<string, string> {
  const { LOG_LEVEL = 'warn' } = process.env
  const settings = ['HOST', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'PICTURE_WORKERS', ...forPage]
  const passedOn = settings.flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value]] : []
  })
  // One less than the default, since the chain and this process need memory too.
  return { LOG_LEVEL, PICTURE_WORKERS: '2', ...Object.fromEntries(passedOn) }
}

/** A folder as users would type it: relative inside the repository, absolute elsewhere. */
function placeOf(folder: string): string {
  const short = relative(root, folder)
  return short === '' || short.startsWith('..') ? folder : short
}

function announce({ chain, url, isOutdated }: World, dataFolder: string): void {
  const lines = [
    '',
    `  Wallets   Alice, Bob and Carol: choose "Parley demo wallet" on the page`,
    `  Chain     ${chain.url}, chain id 43114`,
    `  Data      ${placeOf(dataFolder)} (npm run reset starts over)`,
    '  Ctrl-C ends everything; a second start goes on from here.',
    ...(isOutdated
      ? ['', '  The contracts have changed since this world was made. To have the new ones: pnpm reset']
      : []),
    '',
    `Parley is at ${url}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await start().catch(reportFailure)
process.exit()
