import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createApiClient } from '@parley/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from './given/engines.ts'
import { openMarket, type Market } from './given/market.ts'
import { until } from './given/testServer.ts'

const main = join(import.meta.dirname, '../src/main.ts')
const databases = givenDatabases('sqlite')
const started = new Set<ChildProcess>()

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterEach(() => {
  for (const process of started) process.kill('SIGKILL')
  started.clear()
})
afterAll(() => market.stop())

/** Runs the executable as whoever operates the server does. */
async function run(env: Record<string, string>) {
  const own = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    RPC_URLS: market.chain.url,
    DEPLOYMENT_FILE: market.deploymentFile,
  }
  const child = spawn(process.execPath, [main], {
    env: { ...own, POLL_MS: '50', ...(await databases.fresh()), ...env },
  })
  started.add(child)
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'exit').then(([code]) => Number(code))
  const url = () =>
    until(async () => {
      const line = out.split('\n').find((candidate) => candidate.includes('"msg":"listening"'))
      return line === undefined ? null : new URL(String(JSON.parse(line).url))
    })
  return { child, ended, url, err: () => err }
}

// Each starts several processes, on machines that have other things to do.
describe('given the executable', { timeout: 120_000 }, () => {
  it('serves until it is told to end, and then ends as one that did its work', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await run({})
      const url = await server.url()
      await until(async () => (await fetch(new URL('/health', url))).ok)
      const page = await fetch(new URL('/api/events', url))
      server.child.kill(signal)
      expect(await server.ended).toBe(0)
      await expect(page.text()).resolves.toContain('hello')
    }
  })

  it('says in a sentence which port is taken and how to choose another', async () => {
    const first = await run({})
    const { port } = await first.url()
    const second = await run({ PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.err().trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use. .*PORT=\\d+.*\\.$`))
  })

  it('says in a sentence which setting is wrong', async () => {
    const server = await run({ PORT: 'http' })
    expect(await server.ended).toBe(1)
    expect(server.err().trim()).toMatch(/^PORT must be .*"http"\.$/)
  })

  it('loses nothing when it is killed at any moment', async () => {
    const database = await databases.fresh()
    const made: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const server = await run(database)
      const url = await server.url()
      for (let count = 0; count < 2; count += 1) made.push(await market.offer())
      if (round % 2 === 0) await fetch(new URL(`/api/swap-offers/${made.at(-1)}`, url))
      server.child.kill('SIGKILL')
      await server.ended
    }
    const server = await run(database)
    const url = await server.url()
    const address = market.address('alice')
    await until(async () => {
      const { offers } = await createApiClient(url.origin).request('offersByCreator', { params: { address } })
      const indexed = new Set<string>(offers.map(({ offerId }) => offerId))
      return made.every((id) => indexed.has(id))
    })
  })
})
