import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  janusSecret,
  redisPassword,
  startCoturn,
  startJanus,
  startPostgres,
  startRedis,
  type Postgres,
} from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectWarning, expectWrong, faults, openDoctor, relayAnswers, type Doctor, type Env } from './openDoctor.ts'

let doctor: Doctor
beforeAll(async () => {
  doctor = await openDoctor()
})
afterAll(() => doctor.close())

const findings: Doctor['findings'] = (...given) => doctor.findings(...given)

describe('given read replicas of a PostgreSQL', () => {
  it('finds one that is away, and one that is no replica, each with its cause', async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.createDatabase('doctor')
      const replica = await postgres.startReplica()
      try {
        const good = replica.url('doctor')
        const env = { DATABASE_URL: url }
        expect(faults(await findings({ ...env, DATABASE_READ_URLS: good }))).toEqual([])
        expect(faults(await findings({ ...env, DATABASE_READ_URLS: `${good},${url}` }))).toEqual([
          { what: 'read replica 2', state: 'warning', words: expect.stringContaining('It is a primary') },
        ])
        await replica.stop()
        expect(faults(await findings({ ...env, DATABASE_READ_URLS: good }))).toEqual([
          { what: 'read replica 1', state: 'warning', words: expect.stringMatching(/does not answer.*READ_URLS/) },
        ])
      } finally {
        await replica.stop()
      }
    } finally {
      await postgres.stop()
    }
  })
})

describe('given a PostgreSQL, and one wrong setting', () => {
  let postgres: Postgres
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres()
    url = await postgres.createDatabase('doctor')
  })
  afterAll(() => postgres.stop())

  const expectFault = async (env: Env, words: RegExp) => expectWrong(await findings(env), 'database', words)

  it('the name of the database, or of the user', async () => {
    await expectFault({ DATABASE_URL: url.replace('/doctor', '/elsewhere') }, /no such database.*DATABASE_URL/)
    const stranger = url.replace('user=parley', 'user=stranger')
    await expectFault({ DATABASE_URL: stranger }, /refuses the user or the password.*DATABASE_URL/)
  })

  it('the password, which is not shown', async () => {
    await postgres.createUser('guarded', { password: 'the-right-one' })
    const as = (password: string) => `${url.replace('user=parley', 'user=guarded')}${password}`
    // The right password leads to a database of another user, who alone may make tables there.
    await expectFault({ DATABASE_URL: as('&password=the-right-one') }, /may not make tables/)
    const refused = await findings({ DATABASE_URL: as('&password=the-wrong-one') })
    expectWrong(refused, 'database', /refuses the user or the password.*DATABASE_URL/)
    expect(JSON.stringify(refused)).not.toContain('the-wrong-one')
    await expectFault({ DATABASE_URL: as('') }, /wants a password.*DATABASE_URL/)
  })

  it('a direct URL that is away, of another database, or a pooler, which would let two servers lead', async () => {
    const env = { DATABASE_URL: url }
    await expectFault(
      { ...env, DATABASE_DIRECT_URL: 'postgres://parley@127.0.0.1:9/parley' },
      /^It does not answer: .*ECONNREFUSED.*Look at DATABASE_DIRECT_URL/,
    )
    const other = await postgres.createDatabase('other')
    await expectFault({ ...env, DATABASE_DIRECT_URL: other }, /another database.*two servers could both lead/)
    const pooler = await postgres.startPooler('doctor')
    try {
      expect(faults(await findings({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }))).toEqual([])
      await expectFault({ DATABASE_URL: pooler.url }, /^DATABASE_URL leads to a pooler.*Set DATABASE_DIRECT_URL/)
      await expectFault(
        { ...env, DATABASE_DIRECT_URL: pooler.url },
        /^DATABASE_DIRECT_URL leads to a pooler.*both lead/,
      )
    } finally {
      await pooler.stop()
    }
  })

  it('a direct URL whose user may hold one connection, where a server needs several', async () => {
    await postgres.createUser('single', { connections: 1 })
    const direct = url.replace('user=parley', 'user=single')
    await expectFault({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }, /no connection left/)
  })

  it('a standby in the place of the primary, and one of another primary for reads', async () => {
    const replica = await postgres.startReplica()
    const another = await startPostgres({ isAnother: true })
    try {
      await expectFault({ DATABASE_URL: replica.url('doctor') }, /is a standby.*must name the primary/)
      const env = { DATABASE_URL: await another.createDatabase('doctor') }
      const found = await findings({ ...env, DATABASE_READ_URLS: replica.url('doctor') })
      expectWarning(found, 'read replica 1', /another primary.*READ_URLS/)
    } finally {
      await another.stop()
      await replica.stop()
    }
  })
})

describe('given a relay for voice', () => {
  const answered = (env: Env) => relayAnswers(() => findings(env))

  it('finds that it has another secret, and nothing where it is the same', async () => {
    const relay = await startCoturn('the-secret-of-the-relay')
    try {
      const env = { TURN_URLS: relay.url, STUN_URLS: 'none' }
      const found = await answered({ ...env, TURN_SECRET: 'the-secret-of-the-relay' })
      expect(found.find(({ what }) => what === 'voice relay')).toEqual({
        what: 'voice relay',
        state: 'fine',
        words: 'It answers, and takes what TURN_SECRET signs.',
      })
      const refused = await answered({ ...env, TURN_SECRET: 'the-secret-of-another' })
      expectWarning(refused, 'voice relay', /refuses what TURN_SECRET signs.*static-auth-secret/)
      expect(JSON.stringify(refused)).not.toContain('the-secret-of')
    } finally {
      await relay.stop()
    }
  })

  it('finds by TLS that browsers refuse its certificate, and nothing where they know who signed it', async () => {
    const relay = await startCoturn('the-secret-of-the-relay')
    const known = getCACertificates()
    try {
      const env = { TURN_URLS: relay.tlsUrl, STUN_URLS: 'none', TURN_SECRET: 'the-secret-of-the-relay' }
      expectWarning(
        await answered(env),
        'voice relay',
        /Browsers refuse its certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      )
      setDefaultCACertificates([...known, relay.certificate])
      expect(faults(await answered(env))).toEqual([])
      const refused = await answered({ ...env, TURN_SECRET: 'the-secret-of-another' })
      expectWarning(refused, 'voice relay', /refuses what TURN_SECRET signs/)
    } finally {
      setDefaultCACertificates(known)
      await relay.stop()
    }
  })
})

describe('given a Redis, and one wrong thing', () => {
  it('a Redis that is away, refuses the password, has too little memory, or only follows another', async () => {
    expectWrong(await findings({ REDIS_URL: 'redis://127.0.0.1:1' }), 'redis', /cannot be used.*ECONNREFUSED/)
    const redis = await startRedis()
    try {
      expect(faults(await findings({ REDIS_URL: redis.url }))).toEqual([])
      const foreign = redis.url.replace(redisPassword, 'another')
      const refused = await findings({ REDIS_URL: foreign })
      expectWrong(refused, 'redis', /refuses the password/)
      expect(JSON.stringify(refused)).not.toContain('another')
      await redis.tell('config', 'set', 'maxmemory-policy', 'allkeys-lru')
      await redis.limitMemory(300)
      expectWarning(
        await findings({ REDIS_URL: redis.url }),
        'redis',
        /maxmemory is 300 MB.*need 356.*SHARED_PICTURES_MB/,
      )
      expect(faults(await findings({ REDIS_URL: redis.url, SHARED_PICTURES_MB: '64' }))).toEqual([])
      await redis.limitMemory(0)
      await redis.follow(1)
      expectWrong(await findings({ REDIS_URL: redis.url }), 'redis', /is a replica.*primary/)
    } finally {
      await redis.stop()
    }
  })

  it('a Redis that evicts counts first, may not be written, or is full', async () => {
    const redis = await startRedis()
    try {
      const env = { REDIS_URL: redis.url }
      await redis.limitMemory(512)
      const policy = (name: string) => redis.tell('config', 'set', 'maxmemory-policy', name)
      await policy('noeviction')
      expectWarning(await findings(env), 'redis', /noeviction: once full, it refuses writes.*allkeys-lru/)
      await policy('volatile-ttl')
      expectWarning(await findings(env), 'redis', /volatile-ttl: once full, counts of limits go.*allkeys-lru/)
      await policy('allkeys-lru')
      expect(faults(await findings(env))).toEqual([])
      await policy('noeviction')
      await redis.limitMemory(1)
      expectWrong(await findings(env), 'redis', /memory is full.*maxmemory/)
      await redis.limitMemory(0)
      await redis.tell('acl', 'setuser', 'reader', 'on', `>${redisPassword}`, '~*', '+@read', '+@connection')
      const reader = redis.url.replace('redis://:', 'redis://reader:')
      expectWrong(await findings({ REDIS_URL: reader }), 'redis', /may not run scripts/)
      redis.hang(true)
      expectWrong(await findings(env), 'redis', /Nothing came within 5 s/)
    } finally {
      redis.hang(false)
      await redis.stop()
    }
  })

  it('a Redis that is another program: one that answers in its own way, and one that hangs up', async () => {
    const sockets = new Set<Socket>()
    const other = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    })
    const rude = createServer((socket) => socket.destroy())
    const urlOf = async (server: Server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      return `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    }
    try {
      expectWrong(await findings({ REDIS_URL: await urlOf(other) }), 'redis', /is not Redis.*REDIS_URL.*for itself/)
      expectWrong(await findings({ REDIS_URL: await urlOf(rude) }), 'redis', /hangs up.*REDIS_URL.*TLS/)
    } finally {
      for (const socket of sockets) socket.destroy()
      for (const server of [other, rude]) server.close()
    }
  })
})

describe('given a Janus, and one wrong thing', () => {
  it('a Janus that is away, is another program, refuses the secret, lacks its VideoRoom, or lets everyone in', async () => {
    expectWrong(await findings({ JANUS_URL: 'ws://127.0.0.1:1' }), 'janus', /does not answer.*open rooms hold eight/)
    const other = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    try {
      const address = other.address()
      const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
      expectWrong(await findings({ JANUS_URL: url }), 'janus', /does not answer.*JANUS_URL its WebSocket API/)
    } finally {
      other.close()
    }
    const janus = await startJanus()
    try {
      const withSecret = (secret: string): Env => ({ JANUS_URL: janus.url, JANUS_SECRET: secret })
      expect(faults(await findings(withSecret(janusSecret)))).toEqual([])
      expectWrong(await findings(withSecret('another')), 'janus', /refuses the secret.*api_secret/)
      janus.hang(true)
      expectWrong(await findings(withSecret(janusSecret)), 'janus', /does not answer: no answer within 5 s/)
      janus.hang(false)
      await janus.kill()
      expectWrong(await findings(withSecret(janusSecret)), 'janus', /does not answer: the connection failed/)
    } finally {
      await janus.stop()
    }
    const another = await startJanus({ plugins: ['echotest'] })
    try {
      const found = await findings({ JANUS_URL: another.url, JANUS_SECRET: janusSecret })
      expectWrong(found, 'janus', /VideoRoom plugin is missing/)
    } finally {
      await another.stop()
    }
    const open = await startJanus({ secret: null })
    try {
      expectWarning(await findings({ JANUS_URL: open.url }), 'janus', /has no api_secret/)
    } finally {
      await open.stop()
    }
  })
})
