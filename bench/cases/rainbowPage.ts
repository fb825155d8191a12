import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

/** A page made with RainbowKit, served compressed. */
export interface RainbowPage {
  readonly url: string
  stop(): Promise<void>
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'bench/rainbow')
/** Kept out of the project's packages: it installs over four hundred that only this benchmark needs. */
const folder = join(root, '.tools/rainbow')
const timeoutMs = 300_000

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Installs and builds it the first time, which needs a package registry. */
export async function startRainbowPage(): Promise<RainbowPage> {
  await mkdir(folder, { recursive: true })
  await cp(source, folder, { recursive: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const install = ['install', '--ignore-workspace', '--ignore-scripts', '--prod', '--prefer-offline']
  await run('pnpm', install, { cwd: folder, timeout: timeoutMs, env })
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { cwd: folder, timeout: timeoutMs, env })
  const files = await packedFiles(join(folder, 'dist'))
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = files.get(path)
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-encoding': 'br' })
    response.end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function packedFiles(dist: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(dist.length), brotliCompressSync(await readFile(path)))
  }
  return files
}
