import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageDeploymentOf } from '@parley/server'
import { copyPage, serverSettings, startParts, worldFiles, type WorldParts } from '@parley/testkit'
import { startOwnProcess, startOwnServer } from './ownProcess.ts'

const webDist = join(import.meta.dirname, '../../apps/web/dist')
const serverEnv = { TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }

/** The server as in production, and the bare echo. Each has its own process, so neither waits for the bench. */
export interface TableServers {
  readonly world: WorldParts & { readonly url: string }
  readonly echoUrl: string
  /** Processor time of the server since its start, in milliseconds. */
  usageMs(): Promise<number>
  stop(): Promise<void>
}

/** With `TABLE_PROFILE=folder` the server leaves a CPU profile there. */
export async function startTableServers(): Promise<TableServers> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const files = worldFiles(folder)
  const parts = await startParts(files, { seed: 'empty', stock: 'few', blockTimeS: null })
  await copyPage(webDist, files.page, pageDeploymentOf(parts.deployment, [parts.chain.url]))
  const settings = serverSettings(parts, files, { webDist: files.page, serverEnv })
  const profile = process.env['TABLE_PROFILE']
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const server = await startOwnServer(settings, execArgv)
  const echo = await startOwnProcess('tableEcho.ts', {})
  return {
    world: { ...parts, url: server.url },
    echoUrl: echo.url,
    usageMs: server.usageMs,
    async stop() {
      for (const own of [server, echo]) await own.stop()
      await Promise.all([parts.chain.stop(), parts.art.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
