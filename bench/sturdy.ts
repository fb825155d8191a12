import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverSettings, startParts, worldFiles } from '@parley/testkit'
import type { Bench, BenchRow } from './Bench.ts'
import { median } from './cases/proxiedWorld.ts'

const rounds = 5
const honestRequests = 1_000
const path = '/api/config'
/** Production limits. */
const limits = { TRUSTED_PROXIES: '1', REQUESTS_PER_MINUTE: '1200', WRITES_PER_MINUTE: '60', LOG_LEVEL: 'warn' }
const abuses: readonly (readonly [string, string])[] = [
  ['1,000 connections that send a byte now and then', 'slow'],
  ['10,000 connections that stay after their answer', 'idle'],
  ['50 that press SYNC OFFERS without end', '/api/swap-offers/sync'],
  ['50 that ask for offers that nobody has heard of', '/api/swap-offers/'],
  ['50 that ask for pictures that are not there', '/api/nft/0x0000000000000000000000000000000000000001/1/image'],
]

export const bench: Bench = {
  about:
    'What an honest visitor waits (99 of 100 requests) while one client abuses the server, against the same without.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    const files = worldFiles(folder)
    const parts = await startParts(files, { seed: 'empty', blockTimeS: null })
    const settings = serverSettings(parts, files, { serverEnv: limits })
    const server = fork(join(import.meta.dirname, 'cases/ownServer.ts'), { env: { ...process.env, ...settings } })
    try {
      const [ready]: { url: string }[] = await once(server, 'message')
      if (!ready) throw new Error('The server did not start')
      const rows: BenchRow[] = []
      for (const [name, what] of abuses) rows.push(await against(ready.url, name, what))
      return rows
    } finally {
      server.send('stop')
      await once(server, 'exit')
      await Promise.all([parts.chain.stop(), parts.art.stop()])
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function against(url: string, name: string, what: string): Promise<BenchRow> {
  const [abused, idle]: [number[], number[]] = [[], []]
  await honestP99(url)
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await honestP99(url))
    const abuser = await beginAbuse(url, what)
    abused.push(await honestP99(url))
    const ended = once(abuser, 'exit')
    abuser.kill('SIGKILL')
    await ended
  }
  return { case: name, figure: median(abused), unit: 'ms', reference: median(idle), against: 'idle' }
}

async function beginAbuse(url: string, what: string): Promise<ChildProcess> {
  const abuser = fork(join(import.meta.dirname, 'cases/abuser.ts'), [url, what])
  await once(abuser, 'message')
  return abuser
}

let visitors = 0

/** Sequential requests of one visitor with its own address. */
async function honestP99(url: string): Promise<number> {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.${visitors >> 8}.${visitors & 255}` }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let count = 0; count < honestRequests; count += 1) {
    const startMs = performance.now()
    await answered(url + path, agent, headers)
    took.push(performance.now() - startMs)
  }
  agent.destroy()
  return took.toSorted((one, other) => one - other)[Math.floor(honestRequests * 0.99)] ?? Number.NaN
}

function answered(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`an honest request was answered ${response.statusCode}`))
      response.on('end', resolve).resume()
    }).on('error', reject)
  })
}
