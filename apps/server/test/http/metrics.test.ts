import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VoiceGuest } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder, ownDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const root = join(import.meta.dirname, '../../../..')

let market: Market
let server: TestServer
const databases = givenDatabases('sqlite')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
  const database = await databases.fresh()
  server = await startTestServer(market, database, {
    RPC_URLS: `http://127.0.0.1:9/a-key,${market.chain.url}`,
    WATCH_EVERY_S: '30',
  })
  await until(async () => server.indexer.status().indexedBlock !== null)
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

const figures = async () => String((await server.raw('/metrics')).body['text'])

describe('given a server that is looked at', () => {
  it('says how far the index is, how the endpoints do, and who is there', async () => {
    const page = await openPage(server.url)
    await until(async () => page.events.length > 0)
    const head = Number(await market.chain.client.getBlockNumber())
    const text = await until(async () => {
      const told = await figures()
      // An answer counts once it has gone out, and a number that takes longer than a second is left out.
      const late = [`parley_indexed_block ${head}\n`, 'route="/metrics"', '\nparley_image_cache_bytes ']
      return late.every((part) => told.includes(part)) && told
    })
    expect(text).toContain('parley_index_lag_blocks 0\n')
    expect(text).toContain('parley_rpc_up{endpoint="1"} 0\n')
    expect(text).toContain('parley_rpc_up{endpoint="2"} 1\n')
    expect(text).toContain('parley_live_pages 1\n')
    expect(text).toMatch(/parley_http_seconds_count\{route="\/metrics",status="200"\} \d/)
    for (const name of [
      'http_sockets',
      'database_queue',
      'image_cache_bytes',
      'voice_sockets',
      'chain_silence_seconds',
    ])
      expect(text).toMatch(new RegExp(`^parley_${name} [0-9.]+$`, 'm'))
    page.leave()
  })

  it('tells every number that the alert rules, the dashboard and docs/operating.md name', async () => {
    const told = new Set([...(await figures()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    for (const file of ['deploy/prometheus/parley-alerts.yml', 'deploy/grafana/parley.json', 'docs/operating.md']) {
      const named = (await readFile(join(root, file), 'utf8')).match(/\bparley_[a-z0-9_]+/g) ?? []
      expect(named.length).toBeGreaterThan(10)
      const unknown = named.filter((name) => !told.has(name) && !told.has(name.replace(/_(bucket|count|sum)$/, '')))
      expect(unknown, file).toEqual([])
    }
  })

  it('has no sample of a service that it does without, so that none of their alerts fires', async () => {
    const text = await figures()
    for (const name of ['redis_up', 'janus_up', 'picture_store_up', 'imgproxy_up', 'read_replicas_in_use'])
      expect(text).not.toMatch(new RegExp(`^parley_${name} `, 'm'))
  })

  it('says who leads, its version and how old the statistics are', async () => {
    await until(async () => /^parley_stats_age_seconds \d/m.test(await figures()))
    const text = await figures()
    expect(text).toContain('parley_leader 1\n')
    expect(text).toMatch(/^parley_build_info\{version="\d+\.\d+\.\d+",migration="\d{3}-[a-z-]+"\} 1$/m)
  })

  it('counts pictures that fail, and connections to voice that are refused', async () => {
    const [collection] = market.deployment.collections
    await server.raw(`/api/nft/${collection?.address}/999999999/image?size=256`)
    await expect(VoiceGuest.arrive(server.url, { origin: 'https://elsewhere.example' })).rejects.toThrow(
      'websocket error',
    )
    const text = await figures()
    expect(text).toMatch(/^parley_picture_failures_total\{problem="noToken"\} [12]$/m)
    expect(text).toContain('parley_sockets_refused_total{kind="voice"} 1\n')
  })

  it('has every label that the alert rules and the dashboard name, and every value that they pick', async () => {
    const [collection] = market.deployment.collections
    await server.raw(`/api/nft/${collection?.address}/999999998/image?size=256`)
    await until(async () => /^parley_rpc_faults_total\{/m.test(await figures()))
    const samples = [...(await figures()).matchAll(/([a-z_]+)="([^"]*)"/g)]
    // Prometheus adds the first two.
    const labels = new Set(['instance', 'job', ...samples.map(([, name]) => name)])
    const values = new Set(['job="parley"', ...samples.map(([pair]) => pair)])
    for (const file of ['deploy/prometheus/parley-alerts.yml', 'deploy/grafana/parley.json']) {
      const text = (await readFile(join(root, file), 'utf8')).replaceAll('\\"', '"')
      const picked = [...text.matchAll(/\b[a-z]+="[^"]+"/g)].map(([pair]) => pair)
      const named = [
        ...[...text.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
        ...[...text.matchAll(/\{\{(?: \$labels\.)?([a-z]+) ?\}\}/g)].map(([, name]) => name),
        ...picked.map((pair) => pair.split('=')[0]),
      ]
      expect(named.length).toBeGreaterThan(5)
      expect(new Set(named.filter((name) => !labels.has(name))), file).toEqual(new Set())
      expect(new Set(picked.filter((pair) => !values.has(pair))), file).toEqual(new Set())
    }
  })

  it('has a sample of each counter whose increase alerts before anything is counted, or the first event is no increase', async () => {
    const text = await figures()
    const rules = await readFile(join(root, 'deploy/prometheus/parley-alerts.yml'), 'utf8')
    const counters = new Set([...rules.matchAll(/\bincrease\((parley_\w+)/g)].map(([, name = '']) => name))
    expect(counters.size).toBeGreaterThan(4)
    for (const name of counters) expect(text).toMatch(new RegExp(`^${name}(\\{[^}]*\\})? \\d`, 'm'))
  })

  it('tells no key, address or wallet, there or in the log', async () => {
    const address = market.address('alice')
    const answer = await server.raw(`/api/swap-offers/user/${address}?limit=5`)
    const name = answer.headers.get('x-request-id')
    expect(name).toMatch(/^[0-9a-f-]{36}$/)
    const line = await until(async () => server.log.find((text) => text.includes(String(name))))
    expect(JSON.parse(line)).toMatchObject({ route: '/api/swap-offers/user/:address', status: 200 })
    for (const secret of ['a-key', address]) {
      expect(server.log.filter((text) => text.includes(secret))).toEqual([])
      expect(await figures()).not.toContain(secret)
    }
  })

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'is closed to requests through a proxy (%s)',
    async (header) => {
      expect((await server.raw('/metrics', { headers: { [header]: '203.0.113.5' } })).status).toBe(404)
    },
  )

  it('is closed without a token on a real network', async () => {
    const file = folder.path('deployment.json')
    await mkdir(folder.path(), { recursive: true })
    await writeFile(file, JSON.stringify({ ...market.deployment, network: 'avalanche' }))
    const real = await startTestServer(market, await databases.fresh(), {
      NETWORK: 'avalanche',
      DEPLOYMENT_FILE: file,
      PUBLIC_ORIGIN: 'https://swap.example',
      EXPLORER_API_URL: 'none',
    })
    try {
      expect((await real.raw('/metrics')).status).toBe(404)
    } finally {
      await real.stop()
    }
  })

  it('is open with the token', async () => {
    const guarded = await startTestServer(market, await databases.fresh(), { METRICS_TOKEN: 'open sesame' })
    try {
      expect((await guarded.raw('/metrics')).status).toBe(404)
      const wrong = await guarded.raw('/metrics', { headers: { authorization: 'Bearer open sesam!' } })
      expect(wrong.status).toBe(404)
      const right = await guarded.raw('/metrics', { headers: { authorization: 'Bearer open sesame' } })
      expect(right).toMatchObject({ status: 200 })
      expect(right.body['text']).toContain('parley_head_block')
    } finally {
      await guarded.stop()
    }
  })
})

describe('given a server whose PostgreSQL is away', () => {
  const postgres = ownDatabases('postgres')

  it('goes on telling all other numbers, that no server leads among them', async () => {
    const own = await openMarket()
    const waiting = await startTestServer(own, await postgres.fresh())
    const told = async () => String((await waiting.raw('/metrics')).body['text'])
    try {
      await until(async () => (await told()).includes('parley_leader 1\n'))
      await until(async () => (await told()).includes('\nparley_push_outbox 0\n'))
      // Not even those of the metrics themselves.
      await until(async () => (await told()).includes('parley_database_queue 0\n'))
      await postgres.postgres().restart('immediate', async () => {
        await until(async () => (await told()).includes('parley_leader 0\n'))
        const text = await told()
        expect(text).toMatch(/^parley_live_pages 0$/m)
        expect(text).not.toMatch(/^parley_push_outbox /m)
      })
    } finally {
      await waiting.stop()
      await own.stop()
    }
  })
})
