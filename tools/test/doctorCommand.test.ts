import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploymentSchema, withPageDeployment } from '@parley/protocol'
import { pageDeploymentOf } from '@parley/server'
import { startWorld, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const unit = readFileSync(join(root, 'deploy/systemd/parley.service'), 'utf8')
/** What systemd runs before starting the server. */
const [, , ...startPre] = /^ExecStartPre=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? []

let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-doctor-command-'))
  world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string>>

interface Said {
  readonly code: number
  readonly text: string
}

/** A page built without a network. */
const unbuilt = '<script type="application/json" id="deployment">null</script>'

/** `node tools/bootstrap.mjs doctor …` in the environment of a real network. */
async function doctor(args: readonly string[], env: Env, change: object = {}): Promise<Said> {
  const deployment = join(folder, 'deployment.json')
  const collections = world.deployment.collections.slice(0, 2)
  const named = deploymentSchema.parse({ ...world.deployment, network: 'avalanche', collections, ...change })
  await writeFile(deployment, JSON.stringify(named))
  await writeFile(join(folder, 'index.html'), withPageDeployment(unbuilt, pageDeploymentOf(named)))
  return new Promise((resolve) => {
    const settings = {
      PATH: process.env['PATH'] ?? '',
      NETWORK: 'avalanche',
      PUBLIC_ORIGIN: 'https://swap.example',
      DEPLOYMENT_FILE: deployment,
      RPC_URLS: world.chain.url,
      PARLEY_DATA: join(folder, 'data'),
      WEB_DIST: folder,
      ...env,
    }
    const command = [join(root, 'tools/bootstrap.mjs'), ...args]
    execFile(process.execPath, command, { env: settings }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}

/** An address without a contract. */
const nowhere = '0x00000000000000000000000000000000000000AA'

describe('given a deployment with an optional part down', () => {
  it('lets systemd start the server without a spare endpoint, the relay and a collection, and still names them', async () => {
    const env = {
      RPC_URLS: `${world.chain.url},http://127.0.0.1:2`,
      TURN_URLS: 'turn:127.0.0.1:9',
      TURN_SECRET: 'a-secret-of-some-length',
    }
    const collections = world.deployment.collections.slice(0, 1).map((one) => ({ ...one, address: nowhere }))
    expect(await doctor(startPre, env, { collections })).toMatchObject({ code: 0 })
    const { code, text } = await doctor(['doctor'], env, { collections })
    for (const what of ['RPC endpoint 2', 'collection ', 'voice relay'])
      expect(text).toMatch(new RegExp(`^warn +${what}`, 'm'))
    expect(text).toContain('0 wrong, 3 to look at.')
    expect(code).toBe(1)
  })

  it('lets systemd start the server while no endpoint answers, since the page can read the chain alone', async () => {
    const { code, text } = await doctor(startPre, { RPC_URLS: 'http://127.0.0.1:2' })
    expect(text).toMatch(/^warn +RPC endpoint 1/m)
    expect(code).toBe(0)
  })
})

describe('given a deployment that must not be served', () => {
  it('keeps systemd from starting a server for another contract than the escrow', async () => {
    const escrows = world.deployment.escrows.map((escrow) => ({ ...escrow, address: world.deployment.multicall3 }))
    const { code, text } = await doctor(startPre, {}, { escrows })
    expect(text).toMatch(/^WRONG +escrow/m)
    expect(code).toBe(1)
  })

  it('keeps systemd from starting a server that knows no origin', async () => {
    const { code, text } = await doctor(startPre, { PUBLIC_ORIGIN: '' })
    expect(text).toMatch(/^PUBLIC_ORIGIN must be set/m)
    expect(code).toBe(1)
  })
})

describe('given an option that there is not', () => {
  it('says which there are', async () => {
    expect(await doctor(['doctor', '--quickly'], {})).toMatchObject({
      code: 1,
      text: expect.stringContaining('Usage: pnpm doctor [--fatal-only]'),
    })
  })
})
