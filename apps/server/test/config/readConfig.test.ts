import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/serverConfig.ts'
import { readLogoPath } from '../../src/config/brand.ts'
import { pageDeploymentOf } from '../../src/config/pageDeployment.ts'
import { readConfig } from '../../src/config/readConfig.ts'
import { secretSettings, settingGroups } from '../../src/config/settings.ts'

const deployment: Deployment = {
  network: 'local',
  chainId: 43114,
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  escrows: [{ address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', codeHash: `0x${'0'.repeat(64)}`, fromBlock: 3 }],
  collections: [],
}

let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-config-'))
  env = { DEPLOYMENT_FILE: await file('right', deployment), RPC_URLS: 'http://127.0.0.1:8545' }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, `${name}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function refusal(wrong: Record<string, string>): ConfigError {
  try {
    readConfig({ ...env, ...wrong })
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

describe('given only a deployment and an endpoint', () => {
  it('fills in what a local server needs', () => {
    expect(readConfig(env)).toMatchObject({
      host: '127.0.0.1',
      port: 4300,
      deployment,
      rpcUrls: ['http://127.0.0.1:8545'],
      publicRpcUrls: ['http://127.0.0.1:8545'],
      database: { engine: 'sqlite' },
      webDist: null,
      serviceWorker: true,
      logLevel: 'info',
      pollMs: 500,
      trustedProxies: 0,
    })
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ ...env, PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toMatchObject({ port: 4300 })
  })

  it('offers public STUN servers and no relay by default, or the configured ones', () => {
    expect(readConfig(env).voice).toMatchObject({
      stunUrls: [expect.stringMatching(/^stun:/), expect.anything()],
      turn: null,
    })
    const secret = 'sixteen characters'
    const told = {
      STUN_URLS: 'none',
      TURN_URLS: 'turn:a.example:3478, turns:a.example',
      TURN_SECRET: secret,
      TURN_TTL_S: '60',
    }
    expect(readConfig({ ...env, ...told }).voice).toMatchObject({
      stunUrls: [],
      turn: { urls: ['turn:a.example:3478', 'turns:a.example'], secret, ttlS: 60 },
    })
  })

  it.each([{ TURN_URLS: 'turn:a.example' }, { TURN_URLS: 'turn:a.example', TURN_SECRET: 'short' }])(
    'stops for a relay without a secret, or with one that can be guessed (%j)',
    (half) => expect(refusal(half).variable).toBe('TURN_SECRET'),
  )

  it('stops for a secret without a relay', () => {
    expect(refusal({ TURN_SECRET: 'sixteen characters' }).variable).toBe('TURN_URLS')
  })

  it('reads the bucket for originals, which ends with a slash', () => {
    const store = { PICTURE_STORE_URL: 'https://s3.example/pictures', PICTURE_STORE_KEY_ID: 'id' }
    expect(readConfig({ ...env, ...store, PICTURE_STORE_SECRET: 'secret' }).images.store).toEqual({
      url: 'https://s3.example/pictures/',
      region: 'us-east-1',
      keyId: 'id',
      secret: 'secret',
    })
  })

  it.each([
    ['PICTURE_STORE_SECRET', { PICTURE_STORE_URL: 'https://s3.example/pictures', PICTURE_STORE_KEY_ID: 'id' }],
    ['PICTURE_STORE_KEY_ID', { PICTURE_STORE_URL: 'https://s3.example/pictures', PICTURE_STORE_SECRET: 'secret' }],
    ['PICTURE_STORE_URL', { PICTURE_STORE_KEY_ID: 'id' }],
    ['IMGPROXY_URL', { IMGPROXY_KEY: 'a'.repeat(32) }],
  ])('stops for half of a picture engine, and names %s', (variable, half) =>
    expect(refusal(half).variable).toBe(variable),
  )

  it.each([
    ['IMGPROXY_SOURCE_URL', {}],
    ['IMGPROXY_KEY', { IMGPROXY_KEY: '', PUBLIC_ORIGIN: 'http://127.0.0.1:4300' }],
    [
      'IMGPROXY_KEY',
      { IMGPROXY_KEY: 'not hexadecimal at all, but long enough', PUBLIC_ORIGIN: 'http://127.0.0.1:4300' },
    ],
    ['IMGPROXY_SALT', { IMGPROXY_SALT: 'abcd', PUBLIC_ORIGIN: 'http://127.0.0.1:4300' }],
  ])('stops for an imgproxy without a good %s', (variable, wrong) => {
    const hex = 'a'.repeat(32)
    const imgproxy = { IMGPROXY_URL: 'http://imgproxy:8080', IMGPROXY_KEY: hex, IMGPROXY_SALT: hex }
    expect(refusal({ ...imgproxy, ...wrong }).variable).toBe(variable)
  })

  it('has no Janus by default, or the configured one, and stops for an address or secret that can’t be right', () => {
    expect(readConfig(env).voice.janus).toBeNull()
    const janus = { JANUS_URL: 'ws://127.0.0.1:8188', JANUS_SECRET: 'secret', VOICE_MESH_PEOPLE: '4' }
    expect(readConfig({ ...env, ...janus }).voice.janus).toEqual({
      url: 'ws://127.0.0.1:8188',
      secret: 'secret',
      meshSeats: 4,
    })
    expect(refusal({ JANUS_URL: 'http://127.0.0.1:8088' }).variable).toBe('JANUS_URL')
    expect(refusal({ JANUS_SECRET: 'secret' }).variable).toBe('JANUS_URL')
    expect(refusal({ ...janus, VOICE_MESH_PEOPLE: '9' }).variable).toBe('VOICE_MESH_PEOPLE')
  })

  it('uses the real network’s public endpoints unless others are configured', async () => {
    const path = await file('avalanche', { ...deployment, network: 'avalanche' })
    const { rpcUrls } = readConfig({
      NETWORK: 'avalanche',
      DEPLOYMENT_FILE: path,
      PUBLIC_ORIGIN: 'https://swap.example',
    })
    expect(rpcUrls[0]).toBe('https://api.avax.network/ext/bc/C/rpc')
  })
})

describe('given a real network', () => {
  it.each(['avalanche', 'fuji'])('stops on %s without the origin that visitors come to', async (network) => {
    const path = await file(network, { ...deployment, network })
    const error = refusal({ NETWORK: network, DEPLOYMENT_FILE: path })
    expect(error.message).toMatch(new RegExp(`^PUBLIC_ORIGIN must be set on the ${network} network .*\\.$`))
  })
})

describe('given a value that cannot be right', () => {
  it.each<[string, string]>([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '4300.5'],
    ['NETWORK', 'ethereum'],
    ['RPC_URLS', 'ftp://127.0.0.1'],
    ['RPC_URLS', 'http://one,two'],
    ['PUBLIC_RPC_URLS', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://root@localhost/parley'],
    ['DATABASE_URL', 'localhost'],
    ['LOG_LEVEL', 'loud'],
    ['POLL_MS', '10'],
    ['TRUSTED_PROXIES', 'all'],
    ['REQUESTS_PER_MINUTE', '0'],
    ['WRITES_PER_MINUTE', 'many'],
    ['DEPLOYMENT_FILE', '/nowhere/at/all.json'],
    ['PARLEY_PORT', '4300'],
    ['PARLEY_DATABASE', 'x'],
    ['PUBLIC_ORIGIN', 'swap.example'],
    ['PUBLIC_ORIGIN', 'https://swap.example/p2p'],
    ['PUBLIC_ORIGIN', 'https://swap.example,https://other.example'],
    ['SECURITY_CONTACT', 'security@swap.example'],
    ['SECURITY_CONTACT', 'http://swap.example/security'],
    ['SECURITY_CONTACT', 'mailto:a@swap.example Hiring: https://evil.example'],
    ['STUN_URLS', 'https://stun.example'],
    ['TURN_URLS', 'turn.example:3478'],
    ['TURN_URLS', 'turn:turn.example:3478 turn:other'],
    ['VOICE_JOINS_PER_MINUTE', '0'],
    ['VOICE_SOCKETS_PER_ADDRESS', 'all'],
    ['PICTURE_STORE_URL', 's3://pictures'],
    ['PICTURE_STORE_URL', 'https://key:secret@s3.example/pictures'],
    ['PICTURE_STORE_URL', 'https://s3.example/pictures?list-type=2'],
    ['IMGPROXY_URL', 'imgproxy:8080'],
  ])('stops with one sentence that names %s for %s', (variable, value) => {
    const error = refusal({ [variable]: value })
    expect(error.variable).toBe(variable)
    expect(error.message).toMatch(new RegExp(`^${variable} .*\\.$`))
    expect(error.message).not.toContain('\n')
  })

  it.each<[string, unknown]>([
    ['broken', '{'],
    ['without-escrow', { ...deployment, escrows: [] }],
    ['short-address', { ...deployment, multicall3: '0x12' }],
    ['misspelt', { ...deployment, colections: [] }],
    ['of-another-network', { ...deployment, network: 'fuji' }],
  ])('stops for a deployment file that is %s', async (name, content) => {
    const error = refusal({ DEPLOYMENT_FILE: await file(name, content) })
    expect(error.variable).toBe('DEPLOYMENT_FILE')
    expect(error.message).toContain(name)
    expect(error.message).not.toContain('\n')
  })
})

describe('given secrets in files', () => {
  it('reads them without the line break at their end', async () => {
    const path = await file('token', 'open sesame\n')
    expect(readConfig({ ...env, METRICS_TOKEN_FILE: path }).metricsToken).toBe('open sesame')
    const database = await file('database', 'postgres://parley:secret@10.0.0.5/parley\n')
    expect(readConfig({ ...env, DATABASE_URL_FILE: database }).database).toMatchObject({
      url: 'postgres://parley:secret@10.0.0.5/parley',
    })
  })

  it('takes files for secrets alone', () => {
    expect(secretSettings.filter((name) => !/_(?:URLS?|TOKEN|KEY|SALT|SECRET)$/.test(name))).toEqual([])
  })

  it('stops for a file that is missing or empty, or that the setting contradicts', async () => {
    const empty = await file('empty', '\n')
    expect(refusal({ METRICS_TOKEN_FILE: join(folder, 'nowhere') }).message).toContain('cannot be read')
    expect(refusal({ METRICS_TOKEN_FILE: empty }).message).toContain('is empty')
    expect(refusal({ METRICS_TOKEN_FILE: empty, METRICS_TOKEN: 'x' }).message).toContain('both set')
  })
})

describe('given the reference of the settings', () => {
  it('names every variable that is read, and no other', () => {
    const read = new Set<string>()
    const watched = new Proxy(env, {
      get(target, name) {
        read.add(String(name))
        return Reflect.get(target, name)
      },
    })
    const store = {
      PICTURE_STORE_URL: 'https://s3.example/pictures',
      PICTURE_STORE_KEY_ID: 'id',
      PICTURE_STORE_SECRET: 'secret',
    }
    for (const more of [
      {},
      { DATABASE_URL: 'postgres://x/y' },
      { TURN_URLS: 'turn:x', TURN_SECRET: 'x'.repeat(16) },
      store,
    ]) {
      Object.assign(watched, more)
      readConfig(watched)
    }
    // What the page's build reads.
    pageDeploymentOf(deployment, undefined, watched)
    readLogoPath(watched)
    const described = settingGroups.flatMap(({ settings }) => settings.map(({ name }) => name))
    expect([...read].toSorted((one, other) => one.localeCompare(other))).toEqual(
      described.toSorted((one, other) => one.localeCompare(other)),
    )
  })
})
