import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, startWorld, type Postgres, type World } from '@parley/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../root.ts'

/** Maximum time for a newcomer, on a machine with other things to do. */
const patienceMs = 15 * 60_000

let world: World
let postgres: Postgres
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-newcomer-'))
  ;[world, postgres] = await Promise.all([
    startWorld({ seed: 'empty', stock: 'few', blockTimeS: null }),
    startPostgres(),
  ])
})
afterAll(async () => {
  await Promise.all([world.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
})

it(
  'brings a newcomer who follows docs/operating.md to production mode on PostgreSQL',
  async () => {
    const deployment = join(folder, '43114.json')
    const collections = world.deployment.collections.slice(0, 2)
    await writeFile(deployment, JSON.stringify({ ...world.deployment, network: 'avalanche', collections }))
    const child = spawn('bash', [join(root, 'deploy/newcomer.sh')], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        DEPLOYMENT_FILE: deployment,
        RPC_URLS: world.chain.url,
        PUBLIC_ORIGIN: 'https://swap.example',
        DATABASE_URL: await postgres.createDatabase('newcomer'),
        EXPLORER_API_URL: 'none',
        PARLEY_DATA: join(folder, 'data'),
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'exit')
    try {
      const url = await firstUrl(child.stdout, child.stderr)
      const health = await untilReady(url)
      expect(health).toMatchObject({ success: true, ready: true })
      const config: unknown = await (await fetch(`${url}/api/config`)).json()
      expect(config).toMatchObject({ network: 'avalanche' })
      const page = await fetch(`${url}/p2p`)
      expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
      expect(await page.text()).toContain('<div id="root"')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
  patienceMs,
)

/** The URL in the line that announces the server; the error output if it exits before. */
function firstUrl(out: NodeJS.ReadableStream, err: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /"url":"([^"]+)".*"msg":"listening"/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    }
    out.on('data', hear)
    err.on('data', hear)
    out.once('end', () => reject(new Error(`it ended: ${said}`)))
  })
}

async function untilReady(url: string): Promise<unknown> {
  const deadlineMs = performance.now() + 60_000
  for (;;) {
    const answer = await fetch(`${url}/health`)
    if (answer.ok || performance.now() > deadlineMs) return answer.json()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
