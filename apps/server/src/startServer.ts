import { createChainClient } from '@parley/chain'
import type { FastifyInstance } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'
import { networkFacts, type ServerConfig } from './config/serverConfig.ts'
import type { Context } from './context.ts'
import type { Database } from './db/database.ts'
import { standardLog } from './log.ts'
import { createFence } from './fence.ts'
import { openDatabase, type SqliteGuard } from './db/openDatabase.ts'
import { createHandlers } from './createHandlers.ts'
import { createHttp } from './http/createHttp.ts'
import { serveSecurityText } from './http/servePage.ts'
import { createSite } from './http/site.ts'
import { createHoldings } from './holdings/createHoldings.ts'
import { openImages, serveImages } from './images/imageRoutes.ts'
import { createInbox } from './inbox/createInbox.ts'
import { createIndexer } from './indexer/followChain.ts'
import { type Indexer, type IndexStatus, maxLagBlocks } from './indexer/indexer.ts'
import { openSharedLimits } from './limits/sharedLimits.ts'
import { listen, listeningPort } from './listen.ts'
import { createLiveFeed, type LiveFeed, type SharedFeed, shareLiveFeed } from './live/liveFeed.ts'
import { createPictureVersions, createTokenNames } from './names/createTokenNames.ts'
import { createAnswerNow } from './offers/answerNow.ts'
import { createOffers, type Offers } from './offers/offerHandlers.ts'
import { createMetrics, type Metrics } from './metrics/createMetrics.ts'
import { serveMetrics } from './metrics/serveMetrics.ts'
import { ownerConsumer } from './owner/ownerActions.ts'
import { createPreviews } from './previews/createPreviews.ts'
import { createDrawing } from './previews/drawDocument.ts'
import { createPush, type Push } from './push/createPush.ts'
import { createStats } from './stats/statsHandlers.ts'
import { createSessions } from './sessions/createSessions.ts'
import { createTables } from './tables/createTables.ts'
import { isBlocked } from './tables/inbound.ts'
import { findTable } from './tables/tableStore.ts'
import { createTraders } from './traders/createTraders.ts'
import type { PartiesOf } from './voice/checkAccess.ts'
import { createVoice, type Voice } from './voice/createVoice.ts'
import { createWatch } from './watch/createWatch.ts'
import { watchLog } from './watch/webhook.ts'

/** A server that listens and follows the chain. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly indexer: Pick<Indexer, 'status' | 'catchUp'>
  readonly voice: Pick<Voice, 'counts' | 'bridge'>
  /** Answers a request that comes by no socket. */
  readonly inject: FastifyInstance['inject']
  /** Says at `/health` that it isn't ready any more, and goes on serving. */
  leave(): void
  /** Lets requests under way finish, ends live streams, closes the database. A second call waits for the first. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Where the log goes; the process's standard output where nothing else is said. */
  readonly logTo?: DestinationStream
  readonly sqliteGuard?: SqliteGuard
  /** Opens the port; a simulation has none. */
  readonly openPort?: typeof listen
}

/**
 * Starts a server.
 *
 * @throws {ListenError} where the port cannot be had; the chain being away is no reason not to start.
 */
export async function startServer(
  config: ServerConfig,
  { logTo = standardLog, sqliteGuard, openPort = listen }: StartOptions = {},
): Promise<RunningServer> {
  const log = pino({ level: config.logLevel, base: null }, logTo)
  const opened = new AsyncDisposableStack()
  try {
    let isLeaving = false
    const { app, indexer, stats, voice } = await buildServer(config, {
      log,
      opened,
      sqliteGuard,
      isLeaving: () => isLeaving,
    })
    const port = await openPort(app, config)
    indexer.start()
    stats.refresher.start()
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const { network, escrows } = config.deployment
    log.info({ url, network, escrows: escrows.map((escrow) => escrow.address) }, 'listening')
    let stopping: Promise<void> | undefined
    return {
      url,
      port,
      indexer,
      voice,
      inject: app.inject.bind(app),
      leave: () => void (isLeaving = true),
      stop: () => (stopping ??= opened.disposeAsync()),
    }
  } catch (error) {
    await opened
      .disposeAsync()
      .catch((cause: unknown) => log.warn({ err: cause }, 'not all that was opened could be closed'))
    throw error
  }
}

interface ServerDeps {
  readonly log: Logger
  /** Opened resources, to be closed in reverse order. */
  readonly opened: AsyncDisposableStack
  readonly sqliteGuard: SqliteGuard | undefined
  readonly isLeaving: () => boolean
}

async function buildServer(config: ServerConfig, { log, opened, sqliteGuard, isLeaving }: ServerDeps) {
  const metrics = createMetrics()
  const db = await openDatabase(config.database, log, sqliteGuard)
  opened.defer(() => db.close())
  const { chainId, multicall3, network } = config.deployment
  const chain = createChainClient(
    { chainId, multicall3, chainName: networkFacts[network].chainName, rpcUrls: config.rpcUrls },
    { observer: metrics.rpc },
  )
  const limits = config.redisUrl === null ? null : await openSharedLimits(config.redisUrl, log)
  opened.defer(() => limits?.close())
  const shared = await openFeed(db)
  opened.defer(() => shared.close())
  const fence = createFence(log, metrics.guestFault)
  const push = createPush({ config, db, log, chainTimeS: () => indexedTimeS(indexer.status()) })
  opened.defer(() => push.close())
  const live = withPush(shared.feed, push)
  const context: Context = { config, db, chain, live, log }
  const offers = createOffers(context)
  const holdings = createHoldings(context, () => indexedTimeS(indexer.status()))
  const indexer = createIndexer(context, [
    ...offers.consumers,
    ...config.deployment.escrows.map(ownerConsumer),
    holdings.consumer,
  ])
  opened.defer(() => indexer.stop())
  const chainTimeS = () => indexer.status().head?.timeS ?? null
  const stats = createStats(context, indexer)
  opened.defer(() => stats.refresher.stop())
  opened.defer(() => holdings.close())
  const versions = createPictureVersions(context)
  const images = await openImages({ chain, log, versions }, config.images, metrics.pictures)
  opened.defer(() => images.close())
  let port: number | null = null
  const site = createSite(config, () => (port ??= listeningPort(app)) ?? config.port)
  const sessions = await createSessions({ ...context, site })
  opened.defer(() => sessions.close())
  const inbox = await createInbox({ ...context, sessions, push, chainTimeS, maxBytes: config.inboxMemoryBytes })
  opened.defer(() => inbox.close())
  const tables = await createTables({ ...context, fence, sessions, finder: offers.finder, inbox, chainTimeS })
  opened.defer(() => tables.close())
  const traders = createTraders(context, indexer)
  const voice = await createVoice(
    { ...context, site, fence, sessions, limits },
    {
      partiesOf: partiesOf(offers, db),
      isBlocked: (pair) => isBlocked(db.read, pair),
      onPartiesEnded: (room, pair, listener) =>
        room.kind === 'table'
          ? tables.endings.onClosed(room.tableId, listener)
          : tables.endings.onBlocked(pair, listener),
    },
  )
  opened.defer(() => voice.close())
  let failure = ''
  const drawing = createDrawing({
    webDist: config.webDist,
    site,
    onFailed(error) {
      metrics.drawingFailed()
      // A broken build fails at each document, and says the same each time.
      if (failure === String(error)) return
      failure = String(error)
      log.warn({ err: error }, 'a document could not be drawn: its scripts draw it, which is slower')
    },
  })
  await drawing.prepare()
  const names = createTokenNames(context, images.metadata)
  opened.defer(() => names.close())
  const app: FastifyInstance = await createHttp({
    config,
    site,
    log,
    fence,
    handlers: createHandlers(context, indexer, {
      offers,
      holdings,
      images,
      inbox,
      names,
      sessions,
      stats,
      tables,
      traders,
      voice,
      limits,
      isLeaving,
    }),
    events: {
      live: context.live,
      indexedBlock: () => indexer.status().indexedBlock ?? 0,
      chainTimeS,
    },
    limits,
    answerNow: createAnswerNow(db),
    answerMember: inbox.answerReady,
    isShared: db.relay !== null,
    onAnswered: metrics.answered,
    extraRoutes: [
      ...createPreviews({ config, site, finder: offers.finder, images, names, stats, traders, chainTimeS, drawing }),
      stats.csv,
      traders.csv,
      (http) => serveImages(http, config.deployment.collections, images.pictures, config.images.imgproxy),
      voice.attach,
      tables.attach,
      (http) => serveSecurityText(http, config.securityContacts, site),
      (http) => serveMetrics(http, metrics, config),
    ],
  })
  opened.defer(() => app.close())
  metrics.watch({
    app,
    db,
    live: context.live,
    index: indexer.status,
    images: images.cachedBytes,
    voice,
    tables: tables.counts,
    push,
    isPictureStoreUp: images.isStoreUp,
    isImgproxyUp: images.isImgproxyUp,
    isRedisUp: () => limits && limits.isUp() && images.areShared() !== false,
    statsCountedAtMs: stats.countedAtMs,
  })
  const stopWatch = startWatch(context, metrics)
  opened.defer(stopWatch)
  return { app, indexer, stats, voice }
}

function indexedTimeS({ head, indexedBlock }: IndexStatus): number | null {
  return head !== null && indexedBlock !== null && head.number - indexedBlock <= maxLagBlocks ? head.timeS : null
}

/** What the index changes is noted for pushes in the same transaction. */
function withPush(feed: LiveFeed, push: Push): LiveFeed {
  return {
    ...feed,
    async announce(tx, events) {
      await feed.announce(tx, events)
      await push.announce(tx, events)
    },
  }
}

/** The two of an offer, or of a table that neither has left. */
function partiesOf({ finder }: Offers, db: Database): PartiesOf {
  return async (room) => {
    if (room.kind === 'table') {
      const table = (await findTable(db.read, room.tableId))?.table
      return table?.closed === null ? [table.opener, table.guest] : null
    }
    const offer = await finder.inIndex(room.offerId)
    return offer?.id === room.offerId ? [offer.creator, offer.recipient] : null
  }
}

/** A second pair of eyes: it believes the chain alone, not the index. Its alarms go to log and metrics. */
function startWatch({ chain, config: { deployment, watch }, log }: Context, metrics: Metrics): () => Promise<void> {
  if (watch.everyMs === 0) return async () => undefined
  const lines = watchLog(log)
  const escrows = createWatch(chain, deployment.escrows, {
    everyMs: watch.everyMs,
    listener: {
      ...lines,
      alarmed(alarm) {
        metrics.alarmed(alarm.alarm)
        lines.alarmed(alarm)
      },
    },
  })
  metrics.watchEscrows(escrows.status)
  escrows.start()
  return () => escrows.stop()
}

async function openFeed({ relay, caughtUp }: Database): Promise<SharedFeed> {
  const local = createLiveFeed()
  return relay ? shareLiveFeed(local, relay, caughtUp) : { feed: local, close: async () => undefined }
}
