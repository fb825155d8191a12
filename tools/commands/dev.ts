import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { pageDeploymentOf } from '@parley/server'
import { isPortFree, serverSettings, startParts, worldFiles } from '@parley/testkit'
import { claimFolder } from '../local/claimFolder.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requireFreePorts } from '../local/requireFreePorts.ts'
import { readSettings, SettingError } from '../local/settings.ts'
import { createProgress } from '../process/progress.ts'
import { untilSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/** The server runs behind the page's development server, on the next port. */
const apiPortOffset = 1

/** `pnpm dev`: the local world with a page and a server that follow their sources. */
async function dev(): Promise<void> {
  const asked = untilSignal()
  const settings = readSettings(process.env)
  const apiPort = settings.port + apiPortOffset
  const release = await claimFolder(settings.dataFolder)
  await requireFreePorts(settings)
  if (!(await isPortFree(apiPort)))
    throw new SettingError(
      `Port ${apiPort}, for the server, is in use. Choose another pair: PORT=${settings.port + 10} pnpm dev`,
    )
  const progress = createProgress()
  const files = worldFiles(settings.dataFolder)
  const parts = await startParts(files, {
    chainPort: settings.chainPort,
    blockTimeS: 2,
    onProgress: (what) => progress.step(what),
  })
  progress.done()
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const pageUrl = `http://localhost:${settings.port}`
  const server = child(
    process.execPath,
    ['--watch', 'apps/server/src/main.ts'],
    root,
    serverSettings(parts, files, { port: apiPort, serverEnv: { LOG_LEVEL: 'warn', PUBLIC_ORIGIN: pageUrl } }),
  )
  const web = join(root, 'apps/web')
  const page = child(
    join(web, 'node_modules/.bin/vite'),
    ['--mode', 'demo', '--port', String(settings.port), '--strictPort'],
    web,
    { API_URL: apiUrl, PAGE_DEPLOYMENT: JSON.stringify(pageDeploymentOf(parts.deployment, [parts.chain.url])) },
  )
  process.stdout.write(`\nThe page follows its sources at ${pageUrl}; its server is ${apiUrl}\n`)
  await Promise.race([asked, parts.chain.ended, ended(server), ended(page)])
  server.kill('SIGTERM')
  page.kill('SIGTERM')
  await Promise.all([parts.chain.stop(), parts.art.stop()])
  await release()
}

function child(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const started = spawn(file, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => started.kill('SIGTERM'))
  return started
}

function ended(started: ChildProcess): Promise<void> {
  return new Promise((resolve) => started.once('exit', () => resolve()))
}

await dev().catch(reportFailure)
process.exit()
