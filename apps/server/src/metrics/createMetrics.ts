import type { RpcObserver } from '@parley/chain'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import packageFile from '../../package.json' with { type: 'json' }
import type { Database } from '../db/database.ts'
import { migrations } from '../db/migrations.ts'
import { type GuestCode, guestCodes } from '../fence.ts'
import type { IndexStatus } from '../indexer/indexer.ts'
import { within } from '../lib/async.ts'
import type { LiveFeed } from '../live/liveFeed.ts'
import type { Push } from '../push/createPush.ts'
import { countPictures, type PictureCounts } from './pictureMetrics.ts'
import { type AlarmName, alarmSeverities } from '../watch/alarms.ts'
import type { Voice } from '../voice/createVoice.ts'
import type { WatchStatus } from '../watch/createWatch.ts'

/** Metrics in Prometheus format. Names and labels contain no address, key or wallet. */
export interface Metrics {
  /** Told by the RPC transport of every exchange. */
  readonly rpc: RpcObserver
  /** A fault of ours ended a visitor's connection. */
  guestFault(code: GuestCode): void
  readonly pictures: PictureCounts
  /** A document went out undrawn. */
  drawingFailed(): void
  /** The watch of the escrows alarmed. */
  alarmed(alarm: AlarmName): void
  /** Begins to look at the watch of the escrows. */
  watchEscrows(status: () => WatchStatus): void
  /** An HTTP answer, by its route. */
  answered(route: string, status: number, seconds: number): void
  /** Begins to look at the running parts. */
  watch(parts: MeasuredParts): void
  text(): Promise<string>
  readonly contentType: string
}

interface MeasuredParts {
  readonly app: FastifyInstance
  readonly db: Pick<Database, 'load'>
  readonly live: LiveFeed
  readonly index: () => IndexStatus
  /** Bytes of pictures kept on disk. */
  readonly images: () => Promise<number>
  readonly voice: Pick<Voice, 'counts' | 'bridge'>
  readonly tables: () => { readonly streams: number }
  readonly push: Pick<Push, 'counts' | 'outbox'>
  /** Whether servers share limits and originals; null without a Redis. */
  readonly isRedisUp: () => boolean | null
  /** Whether each is used; null where there is none. */
  readonly isPictureStoreUp: () => boolean | null
  readonly isImgproxyUp: () => boolean | null
  /** When the trades were counted last, in milliseconds since 1970; null before. */
  readonly statsCountedAtMs: () => Promise<number | null>
}

/** A number that the database holds is absent while it is away. All others are there, and say so. */
const patienceMs = 1_000
const httpBucketsS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const ofProcess = (processRegistry ??= collectOfProcess())
  const registers = [registry]
  const gauge = (name: string, help: string, collect: () => Promise<number | null> | number | null) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await within(
          Promise.resolve().then(() => collect()),
          patienceMs,
          null,
        ).catch(() => null)
        // `reset` would leave a 0.
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const guestFaults = new Counter({
    name: 'parley_guest_faults_total',
    help: 'faults in the code of one visitor, which ended that visitor, by where',
    labelNames: ['code'],
    registers,
  })
  const undrawn = new Counter({
    name: 'parley_document_failures_total',
    help: 'documents whose data could not be drawn, so that their scripts had to',
    registers,
  })
  const alarms = new Counter({
    name: 'parley_watch_alarms_total',
    help: 'alarms of the watch of the escrows, by name',
    labelNames: ['alarm'],
    registers,
  })
  const took = new Histogram({
    name: 'parley_http_seconds',
    help: 'answers by route and status, and how long they took',
    labelNames: ['route', 'status'],
    buckets: httpBucketsS,
    registers,
  })
  const answered: Metrics['answered'] = (route, status, seconds) => took.observe({ route, status }, seconds)
  // Prometheus sees no increase in a counter that begins with its first event.
  for (const alarm of Object.keys(alarmSeverities)) alarms.inc({ alarm }, 0)
  for (const code of guestCodes) guestFaults.inc({ code }, 0)
  return {
    rpc: rpcObserver(registers),
    drawingFailed: () => undrawn.inc(),
    alarmed: (alarm) => alarms.inc({ alarm }),
    watchEscrows: (status) => measureWatch(status, gauge),
    guestFault: (code) => guestFaults.inc({ code }),
    pictures: countPictures(registers),
    answered,
    watch(parts) {
      parts.app.addHook('onResponse', async (request, reply) =>
        answered(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000),
      )
      measureIndex(parts.index, gauge)
      tellBuild(registers)
      let droppedSockets = 0
      parts.app.server.on('drop', () => (droppedSockets += 1))
      registry.registerMetric(
        new Counter({
          name: 'parley_sockets_refused_total',
          help: 'connections refused because there are too many, or by where they come from',
          labelNames: ['kind'],
          registers: [],
          collect() {
            this.reset()
            this.inc({ kind: 'voice' }, parts.voice.counts().refused)
            this.inc({ kind: 'http' }, droppedSockets)
          },
        }),
      )
      // First: the queries of the others, which come after these, would wait in them.
      gauge('parley_database_connections', 'connections to the database', () => parts.db.load().connections)
      gauge('parley_database_queue', 'queries that wait for a connection', () => parts.db.load().waiting)
      gauge('parley_stats_age_seconds', 'since the trades were counted', async () => {
        const countedAtMs = await parts.statsCountedAtMs()
        return countedAtMs === null ? null : (Date.now() - countedAtMs) / 1000
      })
      gauge('parley_http_sockets', 'open HTTP connections', () => socketsOf(parts.app))
      gauge('parley_read_replicas_in_use', 'read replicas in use; absent without DATABASE_READ_URLS', () => {
        const { replicas, replicasInUse } = parts.db.load()
        return replicas === 0 ? null : replicasInUse
      })
      gauge('parley_image_cache_bytes', 'pictures kept on disk', parts.images)
      gauge('parley_voice_sockets', 'sockets of voice rooms at this server', () => parts.voice.counts().sockets)
      gauge('parley_voice_rooms', 'voice rooms of this server', () => parts.voice.counts().rooms)
      measureBridge(parts.voice, registry, gauge)
      gauge('parley_live_pages', 'pages that hear of changes', () => parts.live.pages())
      gauge('parley_table_pages', 'pages that hear of changes at tables', () => parts.tables().streams)
      measurePush(parts.push, registry, gauge)
      const upGauge = (name: string, help: string, isUp: () => boolean | null) =>
        gauge(name, help, () => {
          const state = isUp()
          return state === null ? null : Number(state)
        })
      upGauge(
        'parley_redis_up',
        'whether servers share limits and originals; absent without REDIS_URL',
        parts.isRedisUp,
      )
      upGauge(
        'parley_picture_store_up',
        'whether originals are read from and written to the picture store; absent without PICTURE_STORE_URL',
        parts.isPictureStoreUp,
      )
      upGauge('parley_imgproxy_up', 'whether imgproxy makes tiles; absent without IMGPROXY_URL', parts.isImgproxyUp)
      const events = new Counter({
        name: 'parley_live_events_total',
        help: 'changes that pages were told of, by kind',
        labelNames: ['kind'],
        registers,
      })
      parts.live.subscribe(({ event }) => events.inc({ kind: event.type }))
    },
    text: () => Registry.merge([ofProcess, registry]).metrics(),
    contentType: registry.contentType,
  }
}

/** One for all servers of a process: its observers can't be ended, and would keep every stopped server in memory. */
let processRegistry: Registry | null = null

function collectOfProcess(): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'parley_' })
  return register
}

function tellBuild(registers: Registry[]): void {
  const build = new Gauge({
    name: 'parley_build_info',
    help: 'always 1: the version, and the newest migration that it knows',
    labelNames: ['version', 'migration'],
    registers,
  })
  build.set({ version: packageFile.version, migration: Object.keys(migrations).at(-1) ?? 'none' }, 1)
}

/** Endpoints go by their place in RPC_URLS, from 1: an address may hold a key. */
function rpcObserver(registers: Registry[]): RpcObserver {
  const took = new Histogram({
    name: 'parley_rpc_seconds',
    help: 'answers of an endpoint and how long they took',
    labelNames: ['endpoint'],
    buckets: [0.05, 0.2, 1, 5, 20],
    registers,
  })
  const faults = new Counter({
    name: 'parley_rpc_faults_total',
    help: 'requests that an endpoint did not answer as it should, by kind',
    labelNames: ['endpoint', 'kind'],
    registers,
  })
  const up = new Gauge({
    name: 'parley_rpc_up',
    help: 'whether the last request to an endpoint was answered',
    labelNames: ['endpoint'],
    registers,
  })
  return {
    answered(endpoint, ms) {
      took.observe({ endpoint }, ms / 1000)
      up.set({ endpoint }, 1)
    },
    failed(endpoint, kind) {
      faults.inc({ endpoint, kind })
      up.set({ endpoint }, 0)
    },
  }
}

type AddGauge = (name: string, help: string, collect: () => Promise<number | null> | number | null) => unknown

function measureIndex(index: () => IndexStatus, gauge: AddGauge): void {
  const headBlock = () => index().head?.number ?? null
  const indexedBlock = () => index().indexedBlock
  gauge('parley_head_block', 'newest block that an endpoint told of', headBlock)
  gauge('parley_indexed_block', 'block up to which everything is indexed', indexedBlock)
  gauge('parley_index_lag_blocks', 'blocks between the two', () => {
    const [head, indexed] = [headBlock(), indexedBlock()]
    return head === null || indexed === null ? null : Math.max(0, head - indexed)
  })
  gauge('parley_leader', '1 where this server follows the chain for all servers of its database', () =>
    Number(index().leads),
  )
  gauge('parley_chain_silence_seconds', 'since an endpoint answered for the last time', () => {
    const { answeredAtMs } = index()
    return answeredAtMs === null ? null : (performance.now() - answeredAtMs) / 1000
  })
}

function measurePush({ counts, outbox }: MeasuredParts['push'], registry: Registry, gauge: AddGauge): void {
  gauge('parley_push_outbox', 'pushes that wait, of all servers', async () => (await outbox()).entries)
  gauge('parley_push_outbox_age_seconds', 'since the oldest of them was put there', async () => {
    const { oldestMs } = await outbox()
    return oldestMs === null ? 0 : (Date.now() - oldestMs) / 1000
  })
  registry.registerMetric(
    new Counter({
      name: 'parley_pushes_total',
      help: 'pushes by outcome: sent, dropped as settled or read, failed, or gone with their subscription',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count)
      },
    }),
  )
}

function measureBridge({ bridge }: MeasuredParts['voice'], registry: Registry, gauge: AddGauge): void {
  gauge('parley_janus_up', 'whether Janus answers; absent without JANUS_URL', () => {
    const counts = bridge()
    return counts === null ? null : Number(counts.isUp)
  })
  gauge('parley_janus_people', 'people of this server whose voices go through Janus', () => bridge()?.people ?? null)
  registry.registerMetric(
    new Counter({
      name: 'parley_janus_failures_total',
      help: 'voices that Janus refused or lost, and times that it went away',
      registers: [],
      collect() {
        this.reset()
        this.inc(bridge()?.failures ?? 0)
      },
    }),
  )
}

function measureWatch(status: () => WatchStatus, gauge: AddGauge): void {
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  gauge('parley_watch_silence_seconds', 'since the escrows were looked at', () => seconds(status().silentMs))
  gauge('parley_watch_pass_seconds', 'since every open offer was looked at', () => seconds(status().wholePassMs))
  gauge('parley_watch_open_offers', 'open offers that are watched', () => status().openOffers)
  gauge('parley_watch_lasting_alarms', 'NFTs or coins that are missing now', () => status().lasting.length)
}

function socketsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
