import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageDeploymentOf } from '@parley/server'
import { copyPage, serverSettings, startParts, worldFiles, type WorldParts } from '@parley/testkit'

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
  // Of this environment only what programs need: the server refuses settings that it doesn't know.
  const { PATH = '', HOME = '' } = process.env
  const server = await started('ownServer.ts', { env: { PATH, HOME, ...settings }, execArgv })
  const echo = await started('tableEcho.ts', {})
  return {
    world: { ...parts, url: server.url },
    echoUrl: echo.url,
    async usageMs() {
      const answer = once(server.child, 'message')
      server.child.send('usage')
      return Number((await answer)[0])
    },
    async stop() {
      for (const { child } of [server, echo]) {
        const ended = once(child, 'exit')
        child.send('stop')
        await ended
      }
      await Promise.all([parts.chain.stop(), parts.art.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function started(
  file: string,
  options: Parameters<typeof fork>[2],
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(join(import.meta.dirname, file), options)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`)))
  failed.catch(() => undefined)
  const [ready]: { url: string }[] = await Promise.race([once(child, 'message'), failed])
  if (!ready) throw new Error(`${file} said nothing`)
  return { child, url: ready.url }
}
