import { execFile, spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { readConfig } from '@parley/server'
import { serverSettings, startRpcProxy, type Interference, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectWarning, expectWrong, faults, openDoctor, type Doctor, type Env } from './openDoctor.ts'

const run = promisify(execFile)

let world: World
let folder: string
let doctor: Doctor
beforeAll(async () => {
  doctor = await openDoctor()
  ;({ world, folder } = doctor)
})
afterAll(() => doctor.close())

const findings: Doctor['findings'] = (...given) => doctor.findings(...given)
const deployment: Doctor['deployment'] = (change) => doctor.deployment(change)

/** Beside the good endpoint one that answers so. */
async function besideEndpoint(interference: Interference, look: (env: Env) => Promise<void>): Promise<void> {
  const proxy = await startRpcProxy(world.chain.url, { interfere: () => interference })
  try {
    await look({ RPC_URLS: `${world.chain.url},${proxy.url}` })
  } finally {
    await proxy.stop()
  }
}

/** Takes the right to write a folder. Modes don't bind root, so for root its folder becomes a read-only file system. */
async function lock(path: string): Promise<() => Promise<void>> {
  if (process.getuid?.() !== 0) {
    await chmod(path, 0o555)
    return () => chmod(path, 0o755)
  }
  await run('mount', ['--bind', path, path])
  await run('mount', ['-o', 'remount,bind,ro', path])
  return async () => void (await run('umount', [path]))
}

const nowhere = '0x00000000000000000000000000000000000000AA'

describe('given the local world as it is', () => {
  it('finds nothing wrong', async () => {
    const found = await findings({ DEPLOYMENT_FILE: world.files.deployment })
    expect(faults(found)).toEqual([])
    expect(found.filter(({ state }) => state === 'fine').length).toBeGreaterThanOrEqual(6)
  })
})

describe('given a set-up in which one thing is wrong', () => {
  it('a setting: the first sentence names it', () => {
    expect(() => readConfig({ ...serverSettings(world, world.files, {}), PORT: 'http' })).toThrow(/^PORT must be/)
  })

  it('an endpoint that is not there', async () => {
    const found = await findings({ RPC_URLS: `${world.chain.url},http://127.0.0.1:2/a-key` })
    expectWarning(found, 'RPC endpoint 2', /does not answer: ECONNREFUSED.*RPC_URLS/)
    expect(JSON.stringify(found)).not.toContain('a-key')
  })

  it('an endpoint on a port that is never asked', async () => {
    const found = await findings({ RPC_URLS: `${world.chain.url},http://127.0.0.1:9` })
    expectWarning(found, 'RPC endpoint 2', /does not answer: bad port/)
  })

  it('an endpoint that answers a page', () =>
    besideEndpoint({ kind: 'answer', status: 200, body: '<html>' }, async (env) =>
      expectWarning(await findings(env), 'RPC endpoint 2', /no JSON-RPC/),
    ))

  it('an endpoint of another chain', () =>
    besideEndpoint({ kind: 'edit', edit: (text) => text.replace('"0xa86a"', '"0x1"') }, async (env) =>
      expectWarning(await findings(env), 'RPC endpoint 2', /of chain 1, the deployment is of 43114/),
    ))

  it('an endpoint that is far behind', () =>
    besideEndpoint(
      {
        kind: 'edit',
        edit: (text) =>
          text.replace(/"result":"0x[0-9a-f]{1,4}"}/, (head) => (head.includes('a86a') ? head : '"result":"0x1"}')),
      },
      async (env) => expectWarning(await findings(env), 'RPC endpoint 2', /blocks behind the others/),
    ))

  it('endpoints that are all away, which may pass', async () => {
    const found = await findings({ RPC_URLS: 'http://127.0.0.1:2' })
    expectWarning(found, 'RPC endpoint 1', /does not answer/)
    expect(found).toContainEqual({ what: 'escrow', state: 'skipped', words: 'No endpoint could be asked.' })
  })

  it('a single endpoint, which is of another chain', async () => {
    const proxy = await startRpcProxy(world.chain.url, {
      interfere: () => ({ kind: 'edit', edit: (text) => text.replace('"0xa86a"', '"0x1"') }),
    })
    try {
      expectWrong(await findings({ RPC_URLS: proxy.url }), 'RPC endpoint 1', /of chain 1/)
    } finally {
      await proxy.stop()
    }
  })

  it('an endpoint that refuses logs', () =>
    besideEndpoint({ kind: 'edit', edit: (text) => text.replace(/"result":\[.*\]/s, '"result":null') }, async (env) =>
      expectWarning(await findings(env), 'RPC endpoint 2', /refuses the logs/),
    ))

  it('no contract where the escrow should be', async () => {
    const env = await deployment(({ escrows }) => ({
      escrows: escrows.map((escrow) => ({ ...escrow, address: nowhere })),
    }))
    expectWrong(await findings(env), /^escrow 0x/, /no contract at this address/)
  })

  it('another contract where the escrow should be', async () => {
    const [collection] = world.deployment.collections
    const env = await deployment(({ escrows }) => ({
      escrows: escrows.map((escrow) => ({ ...escrow, address: collection?.address })),
    }))
    expectWrong(await findings(env), /^escrow 0x/, /not the one/)
  })

  it('a collection that is not there', async () => {
    const env = await deployment(({ collections }) => ({
      collections: collections.map((collection, index) =>
        index === 0 ? { ...collection, address: nowhere } : collection,
      ),
    }))
    expectWarning(await findings(env), /^collection /, /no contract at/)
  })

  it('a database that is away', async () => {
    const found = await findings({ DATABASE_URL: 'postgres://parley@127.0.0.1:9/parley' })
    expectWrong(found, 'database', /does not answer: .*ECONNREFUSED.*DATABASE_URL/)
  })

  it('a database that a newer version has written', async () => {
    const data = join(folder, 'newer')
    await mkdir(data)
    const db = new DatabaseSync(join(data, 'parley.sqlite'))
    db.exec("create table kysely_migration (name text); insert into kysely_migration values ('999-later')")
    db.close()
    expectWrong(await findings({ PARLEY_DATA: data }), 'database', /newer version.*999-later/)
  })

  it('a database in which a transaction does not end, and none where it ends after a moment', async () => {
    const data = await mkdtemp(join(folder, 'held-'))
    // Locks of one process do not count against itself.
    const held = `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(join(data, 'parley.sqlite'))})
      db.exec('create table kysely_migration (name text); begin immediate')
      process.stdout.write('held')
      process.stdin.resume().on('end', () => { db.exec('rollback'); db.close() })`
    const holder = spawn(process.execPath, ['-e', held], { stdio: ['pipe', 'pipe', 'ignore'] })
    try {
      await once(holder.stdout, 'data')
      expectWrong(await findings({ PARLEY_DATA: data }), 'database', /cannot be used: database is locked/)
      const looking = findings({ PARLEY_DATA: data })
      setTimeout(() => holder.stdin.end(), 300)
      expect(faults(await looking)).toEqual([])
    } finally {
      holder.kill()
    }
  })

  /** The database of a server that browsers have subscribed at. */
  async function subscribed(vapidKey: string, indexedBlock = 1_000_000): Promise<Env> {
    const data = await mkdtemp(join(folder, 'push-'))
    const db = new DatabaseSync(join(data, 'parley.sqlite'))
    db.exec(`create table kysely_migration (name text); create table push_subscriptions (vapid_key text);
      create table push_outbox (state text, added_ms integer); insert into push_subscriptions values ('${vapidKey}');
      create table checkpoints (block integer); insert into checkpoints values (-5000), (${indexedBlock});
      insert into push_outbox values ('sent', 1), ('waiting', ${Date.now() - 7_000_000})`)
    db.close()
    return { PARLEY_DATA: data }
  }
  const keys = () => {
    const pair = createECDH('prime256v1')
    return { PUSH_PUBLIC_KEY: pair.generateKeys('base64url'), PUSH_PRIVATE_KEY: pair.getPrivateKey('base64url') }
  }

  it('VAPID keys that browsers do not know, an outbox that stands still, push off while browsers subscribe', async () => {
    const own = keys()
    const data = await subscribed(own.PUSH_PUBLIC_KEY)
    expectWarning(await findings({ ...data, ...keys() }), 'push', /1 of 1 browsers subscribed with another key/)
    // The outbox goes by the database's clock. The look before may take minutes.
    const ahead = await findings({ ...data, ...own }, () => Date.now() + 3_600_000)
    const { words } = ahead.find(({ what }) => what === 'push') ?? {}
    expect(words).toMatch(/outbox is stuck.*1[12]\d minutes.*port 443/)
    const behind = await subscribed(own.PUSH_PUBLIC_KEY, -1_000)
    expectWarning(await findings({ ...behind, ...own }), 'push', /1[12]\d minutes.*index is 1\d{3} blocks behind/)
    const file = join(folder, 'push-off.json')
    const collections = world.deployment.collections.slice(0, 2)
    await writeFile(file, JSON.stringify({ ...world.deployment, collections, network: 'avalanche' }))
    const env = { NETWORK: 'avalanche', DEPLOYMENT_FILE: file, PUBLIC_ORIGIN: 'https://swap.example' }
    expectWarning(await findings({ ...data, ...env }), 'push', /not set, and 1 browsers/)
  })

  it('a clock that is an hour ahead', async () => {
    expectWarning(await findings({}, () => Date.now() + 3_600_000), 'clock', /3600 s ahead|3[56]\d\d s ahead/)
  })

  it('a relay for voice that does not answer', async () => {
    const found = await findings({ TURN_URLS: 'turn:127.0.0.1:9', TURN_SECRET: 'a-secret-of-some-length' })
    expectWarning(found, 'voice relay', /Nothing answers/)
  })

  it('a site that is reached by plain http', async () => {
    const [network, file] = ['avalanche', join(folder, 'avalanche.json')] as const
    const collections = world.deployment.collections.slice(0, 2)
    await writeFile(file, JSON.stringify({ ...world.deployment, collections, network }))
    const env = { NETWORK: network, DEPLOYMENT_FILE: file }
    expectWarning(await findings({ ...env, PUBLIC_ORIGIN: 'http://swap.example' }), 'site', /no voice chat/)
    expect(faults(await findings({ ...env, PUBLIC_ORIGIN: 'https://swap.example' }))).toEqual([])
  })

  it('a page that is not built', async () => {
    expectWrong(await findings({ WEB_DIST: folder }), 'page', /no page in .*pnpm build/)
  })

  it('a data folder that cannot be written, with a database or without, and one that cannot be made', async () => {
    const locked = await mkdtemp(join(folder, 'locked-'))
    const empty = { PARLEY_DATA: join(locked, 'not-made-yet') }
    const unlock = await lock(locked)
    try {
      expectWrong(await findings({ PARLEY_DATA: locked }), 'data folder', /cannot be written by this user.*PARLEY_DATA/)
      expectWrong(await findings(empty), 'data folder', /cannot be written by this user.*PARLEY_DATA/)
    } finally {
      await unlock()
    }
    expect(faults(await findings(empty))).toEqual([])
    await mkdir(empty.PARLEY_DATA)
    const db = new DatabaseSync(join(empty.PARLEY_DATA, 'parley.sqlite'))
    // As servers do.
    db.exec('pragma journal_mode = wal; create table kysely_migration (name text)')
    db.close()
    expect(faults(await findings(empty))).toEqual([])
    const unlockAgain = await lock(empty.PARLEY_DATA)
    try {
      expectWrong(await findings(empty), 'data folder', /cannot be written by this user.*PARLEY_DATA/)
    } finally {
      await unlockAgain()
    }
  })

  it('a data folder that is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, await readFile(world.files.deployment))
    expectWrong(await findings({ PARLEY_DATA: file }), 'data folder', /is a file.*PARLEY_DATA/)
  })
})
