import { existsSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../process/withLock.ts'
import { sourcesHash } from '../sourcesHash.ts'

const root = join(import.meta.dirname, '../../..')
const server = join(root, 'apps/server')
const dist = join(server, 'dist')
const marker = join(root, '.tools/server.sources')
/** Only to end a hang. */
const buildTimeoutMs = 600_000
const sources = [
  'apps/server/src/**/*',
  'apps/server/package.json',
  'packages/*/src/**/*',
  'packages/*/package.json',
  'pnpm-lock.yaml',
  'testkit/src/world/buildServer.ts',
]
/** What a server starts, each a file of its own: `ownFile` in `apps/server/src` finds them. */
const programs = {
  main: 'src/main.ts',
  pictureWorker: 'src/worker/pictureWorker.ts',
  checkpointWorker: 'src/db/checkpointWorker.ts',
}
/** Read as it is. */
const styles = 'src/worker/card/card.css'
/** They load native code from their own folders. */
const external = ['better-sqlite3', 'sharp']

/**
 * Bundles the server, unless its sources are unchanged. It then starts in a quarter of the processor time that 1,500
 * modules take.
 *
 * @returns the path of its executable.
 */
export async function buildServer(): Promise<string> {
  const main = join(dist, 'main.js')
  const wanted = await sourcesHash(root, sources)
  const isBuilt = async (): Promise<boolean> =>
    existsSync(main) && (await readFile(marker, 'utf8').catch(() => '')) === wanted
  if (await isBuilt()) return main
  await withLock(`${marker}.lock`, { timeoutMs: 2 * buildTimeoutMs }, async () => {
    if (await isBuilt()) return
    // A killed build leaves half a server, which must not pass for a complete one.
    await rm(marker, { force: true })
    await rm(dist, { recursive: true, force: true })
    // Most callers find the bundle made, and `npm start` never needs it: the bundler takes 8 MB.
    const { rolldown } = await import('rolldown')
    const bundle = await rolldown({ cwd: server, input: programs, platform: 'node', external })
    await bundle.write({ dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js' })
    await bundle.close()
    await copyFile(join(server, styles), join(dist, 'card.css'))
    await writeFile(marker, wanted)
  })
  return main
}
