import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { swapEscrowAbi } from '@parley/chain'
import { startWorld, transact, wallets, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-watch-command-'))
  world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Said {
  readonly code: number
  readonly text: string
}

/** `pnpm watch --once …`, which stores its position in the folder. */
function watchOnce(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Said> {
  return new Promise((resolve) => {
    const command = [join(root, 'tools/bootstrap.mjs'), 'watch', '--once', ...args]
    const settings = {
      PATH: process.env['PATH'] ?? '',
      DEPLOYMENT_FILE: world.files.deployment,
      RPC_URLS: world.chain.url,
      PARLEY_DATA: folder,
      ...env,
    }
    execFile(process.execPath, command, { env: settings }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}

async function pause(paused: boolean): Promise<void> {
  await transact(world.chain.client, {
    from: wallets.deployer,
    to: world.escrow,
    abi: swapEscrowAbi,
    functionName: 'setCreationPaused',
    args: [paused],
  })
}

/** A webhook that fails once, then accepts. */
async function openWebhook(): Promise<{ url: string; posted: unknown[]; stop(): Promise<void> }> {
  const posted: unknown[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests === 1) return void response.writeHead(503).end()
    request.setEncoding('utf8').on('data', (text: string) => posted.push(JSON.parse(text)))
    request.on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the webhook has no port')
  return {
    url: `http://127.0.0.1:${address.port}/a-key`,
    posted,
    async stop() {
      server.close()
      await once(server, 'close')
    },
  }
}

describe('given an operator who runs the watch at an interval', () => {
  it('exits with 0 for nothing, with 1 for what happened since, and posts it', async () => {
    expect(await watchOnce()).toMatchObject({ code: 0, text: '' })
    await pause(true)
    const webhook = await openWebhook()
    try {
      const said = await watchOnce([], { WATCH_WEBHOOK_URL: webhook.url })
      expect(said).toMatchObject({
        code: 1,
        text: expect.stringMatching(/ALARM creation-paused \(warning\): The owner/),
      })
      const { escrow } = world
      expect(webhook.posted).toEqual([
        expect.objectContaining({
          alarm: 'creation-paused',
          state: 'alarm',
          escrow,
          text: expect.stringContaining('ALARM creation-paused'),
        }),
      ])
    } finally {
      await webhook.stop()
    }
    await pause(false)
    const { code, text } = await watchOnce(['--json'])
    expect([code, JSON.parse(text)]).toEqual([
      1,
      expect.objectContaining({ alarm: 'creation-resumed', severity: 'notice', msg: expect.any(String) }),
    ])
    expect((await watchOnce()).code).toBe(0)
  })

  it('exits with 2 where the chain cannot be read', async () => {
    const said = await watchOnce([], { RPC_URLS: 'http://127.0.0.1:9/a-key' })
    expect(said).toMatchObject({ code: 2, text: expect.stringContaining('could not be watched') })
    expect(said.text).not.toContain('a-key')
  })

  it('says how it is called, and what is wrong with a setting', async () => {
    expect(await watchOnce(['--never'])).toMatchObject({ code: 1, text: expect.stringContaining('Usage: pnpm watch') })
    const two = await watchOnce([], { WATCH_WEBHOOK_URL: 'http://a.example,http://b.example' })
    expect(two).toMatchObject({ code: 1, text: expect.stringContaining('WATCH_WEBHOOK_URL must be one address') })
  })
})
