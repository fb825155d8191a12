import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  type Coturn,
  janusSecret,
  type Postgres,
  type PostgresPooler,
  type PostgresReplica,
  startCoturn,
  startJanus,
  startPostgres,
  startRedis,
  startS3,
  type TestJanus,
  type TestRedis,
  type TestS3,
} from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Doctor, type Env, faults, openDoctor, relayAnswers } from './openDoctor.ts'

/** A commit waits for two. */
const bothStandbys = 'FIRST 2 (*)'
const turnSecret = 'the-secret-of-the-relay'
const imgproxyKeys = {
  IMGPROXY_KEY: '00112233445566778899aabbccddeeff',
  IMGPROXY_SALT: 'ffeeddccbbaa99887766554433221100',
}

/** Everything that a large deployment has. */
interface Parts {
  readonly doctor: Doctor
  readonly postgres: Postgres
  pooler: PostgresPooler
  /** The standby that takes over, which also answers reads, and another one. */
  standby: PostgresReplica
  replica: PostgresReplica
  readonly redis: TestRedis
  readonly janus: TestJanus
  readonly store: TestS3
  relay: Coturn
  readonly imgproxy: Server
}

const stack = new AsyncDisposableStack()
let parts: Parts
let url = ''

beforeAll(async () => {
  const [doctor, postgres, redis, janus, store, relay] = await Promise.all([
    openDoctor(),
    startPostgres(),
    startRedis(),
    startJanus(),
    startS3(),
    startCoturn(turnSecret),
  ])
  for (const part of [doctor, postgres, redis, janus, store])
    stack.defer(() => ('close' in part ? part.close() : part.stop()))
  url = await postgres.createDatabase('doctor')
  const [standby, replica] = [await postgres.startReplica(), await postgres.startReplica()]
  await postgres.configure('synchronous_standby_names', bothStandbys)
  // Waits until both receive.
  await postgres.createDatabase('received')
  const imgproxy = createServer(answerAsImgproxy)
  await once(imgproxy.listen(0, '127.0.0.1'), 'listening')
  stack.defer(() => void imgproxy.close())
  const pooler = await postgres.startPooler('doctor')
  parts = { doctor, postgres, pooler, standby, replica, redis, janus, store, relay, imgproxy }
  stack.defer(() => parts.standby.stop())
  stack.defer(() => parts.replica.stop())
  stack.defer(() => parts.pooler.stop())
  stack.defer(() => parts.relay.stop())
})
afterAll(() => stack.disposeAsync())

/** Takes our signatures and no others, and finds no picture. There is no imgproxy in Debian or on npm. */
const answerAsImgproxy: Parameters<typeof createServer>[1] = ({ url: path = '' }, response) => {
  if (path === '/health') return void response.end('imgproxy is running')
  const [, signature, rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
  const [key, salt] = [imgproxyKeys.IMGPROXY_KEY, imgproxyKeys.IMGPROXY_SALT].map((hex) => Buffer.from(hex, 'hex'))
  const wanted = createHmac('sha256', key ?? '')
    .update(salt ?? '')
    .update(rest)
  response.writeHead(wanted.digest('base64url') === signature ? 404 : 403).end()
}

function settings(): Env {
  const { pooler, standby, replica, redis, janus, store, relay, imgproxy } = parts
  const address = imgproxy.address()
  return {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: url,
    DATABASE_READ_URLS: `${standby.url('doctor')},${replica.url('doctor')}`,
    DATABASE_STANDBYS: '2',
    REDIS_URL: redis.url,
    JANUS_URL: janus.url,
    JANUS_SECRET: janusSecret,
    ...store.settings,
    IMGPROXY_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    IMGPROXY_SOURCE_URL: 'http://parley:4300',
    ...imgproxyKeys,
    STUN_URLS: 'none',
    TURN_URLS: `${relay.url},${relay.url.replace('udp', 'tcp')}`,
    TURN_SECRET: turnSecret,
  }
}

/** A fault of one part. */
interface Sabotage {
  readonly part: string
  readonly title: string
  /** Wrong settings. */
  readonly env?: () => Env
  /** @returns how it is undone. */
  readonly harm?: () => Promise<() => Promise<unknown> | void>
  /** Whether the site still serves. */
  readonly state: 'wrong' | 'warning'
  /** What the doctor names, where that isn't the part. */
  readonly what?: string
  readonly words: RegExp
}

/** A pooler with another setting, and the settings that name it. */
const otherPooler = (change: Readonly<Record<string, string>>): Pick<Sabotage, 'harm'> => ({
  async harm() {
    const usual = parts.pooler
    const other = await parts.postgres.startPooler('doctor', change)
    parts.pooler = other
    return async () => {
      parts.pooler = usual
      await other.stop()
    }
  },
})
const hangs = (part: () => { hang(isHanging: boolean): void }): Pick<Sabotage, 'harm'> => ({
  async harm() {
    part().hang(true)
    return () => part().hang(false)
  },
})
const dies = (part: () => { kill(): Promise<void>; restart(): Promise<void> }): Pick<Sabotage, 'harm'> => ({
  async harm() {
    await part().kill()
    return () => part().restart()
  },
})

const sabotages: readonly Sabotage[] = [
  {
    part: 'pooler',
    title: 'is stopped',
    async harm() {
      await parts.pooler.stop()
      return async () => (parts.pooler = await parts.postgres.startPooler('doctor'))
    },
    state: 'wrong',
    what: 'database',
    words: /does not answer.*DATABASE_URL.*it is the pooler/,
  },
  {
    part: 'pooler',
    title: 'refuses what servers ask for',
    ...otherPooler({ ignore_startup_parameters: '' }),
    state: 'wrong',
    what: 'database',
    words: /ignore_startup_parameters = statement_timeout/,
  },
  {
    part: 'pooler',
    title: 'lends a connection for one statement',
    ...otherPooler({ pool_mode: 'statement' }),
    state: 'wrong',
    what: 'database',
    words: /pool_mode is statement/,
  },
  {
    part: 'pooler',
    title: 'is where locks and notifications go',
    env: () => ({ DATABASE_DIRECT_URL: parts.pooler.url }),
    state: 'wrong',
    what: 'database',
    words: /leads to a pooler that shares sessions: two servers could both lead/,
  },
  {
    part: 'read replica 2',
    title: 'is the primary',
    env: () => ({ DATABASE_READ_URLS: `${parts.standby.url('doctor')},${url}` }),
    state: 'warning',
    words: /It is a primary/,
  },
  {
    part: 'standby',
    title: 'is missing',
    env: () => ({ DATABASE_STANDBYS: '3' }),
    state: 'warning',
    words: /2 of 3 standbys receive.*nothing takes over/,
  },
  {
    part: 'standby',
    title: 'is not waited for',
    async harm() {
      await parts.postgres.configure('synchronous_standby_names', '')
      return () => parts.postgres.configure('synchronous_standby_names', bothStandbys)
    },
    state: 'warning',
    words: /before a standby has it.*synchronous_mode/,
  },
  { part: 'redis', title: 'dies', ...dies(() => parts.redis), state: 'wrong', words: /ECONNREFUSED.*REDIS_URL/ },
  { part: 'redis', title: 'hangs', ...hangs(() => parts.redis), state: 'wrong', words: /Nothing came within 5 s/ },
  {
    part: 'redis',
    title: 'has another password',
    env: () => ({ REDIS_URL: parts.redis.url.replace(/:[^:@]+@/, ':another@') }),
    state: 'wrong',
    words: /refuses the password/,
  },
  {
    part: 'janus',
    title: 'dies',
    ...dies(() => parts.janus),
    state: 'wrong',
    words: /the connection failed.*JANUS_URL/,
  },
  { part: 'janus', title: 'hangs', ...hangs(() => parts.janus), state: 'wrong', words: /no answer within 5 s/ },
  {
    part: 'janus',
    title: 'has another secret',
    env: () => ({ JANUS_SECRET: 'another' }),
    state: 'wrong',
    words: /refuses the secret/,
  },
  {
    part: 'picture store',
    title: 'dies',
    ...dies(() => parts.store),
    state: 'warning',
    words: /ECONNREFUSED.*PICTURE_STORE_URL/,
  },
  {
    part: 'picture store',
    title: 'hangs',
    async harm() {
      parts.store.fail('hang')
      return () => parts.store.fail('none')
    },
    state: 'warning',
    words: /Nothing came within 5 s/,
  },
  {
    part: 'picture store',
    title: 'has another secret',
    env: () => ({ PICTURE_STORE_SECRET: 'another' }),
    state: 'wrong',
    words: /PICTURE_STORE_SECRET/,
  },
  {
    part: 'imgproxy',
    title: 'is away',
    env: () => ({ IMGPROXY_URL: 'http://127.0.0.1:2' }),
    state: 'warning',
    words: /ECONNREFUSED.*IMGPROXY_URL/,
  },
  {
    part: 'imgproxy',
    title: 'has another key',
    env: () => ({ IMGPROXY_KEY: imgproxyKeys.IMGPROXY_SALT }),
    state: 'wrong',
    words: /IMGPROXY_KEY and IMGPROXY_SALT/,
  },
  {
    part: 'voice relay',
    title: 'is stopped',
    async harm() {
      await parts.relay.stop()
      return async () => (parts.relay = await startCoturn(turnSecret))
    },
    state: 'warning',
    words: /Nothing answers.*UDP port/,
  },
  {
    part: 'voice relay',
    title: 'is stopped, and reached by TCP alone',
    env: () => ({ TURN_URLS: 'turn:127.0.0.1:2?transport=tcp' }),
    state: 'warning',
    words: /Nothing answers \(.*ECONNREFUSED.*TCP port 2/,
  },
  {
    part: 'voice relay',
    title: 'has another secret',
    env: () => ({ TURN_SECRET: 'the-secret-of-another' }),
    state: 'warning',
    words: /refuses what TURN_SECRET signs/,
  },
  {
    part: 'read replica 1',
    title: 'is away, which was a standby as well',
    async harm() {
      await parts.standby.stop()
      return async () => (parts.standby = await parts.postgres.startReplica())
    },
    state: 'warning',
    words: /does not answer.*DATABASE_READ_URLS/,
  },
  {
    part: 'PostgreSQL',
    title: 'is not behind its pooler any more',
    env: () => ({
      DATABASE_URL: 'postgres://parley@127.0.0.1:9/parley',
      DATABASE_DIRECT_URL: 'postgres://parley@127.0.0.1:9/parley',
    }),
    state: 'wrong',
    what: 'database',
    words: /does not answer.*DATABASE_URL/,
  },
]

describe('given every part that a deployment can have', () => {
  const look = (env: Env = {}) => parts.doctor.findings({ ...settings(), ...env })

  it('finds nothing wrong, and has looked at each', async () => {
    const found = await relayAnswers(look)
    expect(faults(found)).toEqual([])
    const seen = found.filter(({ state }) => state === 'fine').map(({ what }) => what)
    const named = new Set(sabotages.map(({ part, what }) => what ?? part))
    expect(seen).toEqual(expect.arrayContaining([...named]))
  })

  it.each(sabotages)('has one line with one cause where $part $title', async (sabotage) => {
    const { part, env, harm, state, what = part, words } = sabotage
    const undo = await harm?.()
    const isSilent = words.source.startsWith('Nothing answers')
    const settings = env?.()
    try {
      const found = isSilent ? await look(settings) : await relayAnswers(() => look(settings))
      expect(faults(found)).toEqual([{ what, state, words: expect.stringMatching(words) }])
    } finally {
      await undo?.()
    }
  })
})
