import type { WireConfig } from '@parley/protocol'
import type { ServerConfig } from './config/serverConfig.ts'
import type { Context } from './context.ts'
import { databaseFailure } from './db/database.ts'
import type { Holdings } from './holdings/createHoldings.ts'
import { holdingsHandlers } from './holdings/holdingsHandlers.ts'
import type { Handlers, Reply } from './http/bindRoutes.ts'
import { type Images, nftHandlers } from './images/imageRoutes.ts'
import type { Inbox } from './inbox/createInbox.ts'
import type { Indexer, IndexStatus } from './indexer/indexer.ts'
import type { SharedLimits } from './limits/sharedLimits.ts'
import type { TokenNames } from './names/createTokenNames.ts'
import { claimsHandler } from './offers/claimedNfts.ts'
import { declineHandlers } from './offers/declines.ts'
import type { Offers } from './offers/offerHandlers.ts'
import { escrowRecordHandlers } from './owner/ownerActions.ts'
import type { Sessions } from './sessions/createSessions.ts'
import type { Stats } from './stats/statsHandlers.ts'
import type { Tables } from './tables/createTables.ts'
import type { Traders } from './traders/createTraders.ts'
import type { Voice } from './voice/createVoice.ts'

/** What brings its own handlers. */
interface ServerParts {
  readonly offers: Offers
  readonly holdings: Holdings
  readonly images: Images
  readonly inbox: Inbox
  readonly names: TokenNames
  readonly sessions: Sessions
  readonly stats: Stats
  readonly tables: Tables
  readonly traders: Traders
  readonly voice: Voice
  readonly limits: Pick<SharedLimits, 'isUp'> | null
  readonly isLeaving: () => boolean
}

/** A handler for every route of the table. */
export function createHandlers(
  context: Context,
  indexer: Indexer,
  { offers, holdings, images, inbox, names, sessions, stats, tables, traders, voice, limits, isLeaving }: ServerParts,
): Handlers {
  return {
    config: async () => ({ status: 200, body: configAnswer(context.config, indexer.status()) }),
    alive: async () => ({ status: 200, body: { success: true } }),
    health: async () =>
      healthAnswer(indexer.status(), {
        nowMs: performance.now(),
        isAlone: context.db.engine === 'sqlite',
        failure: isLeaving() ? 'the server is stopping' : await databaseFailure(context.db),
        limits: sharing(limits === null ? null : limits.isUp()),
        pictures: sharing(images.areShared()),
        engines: {
          ...presence('pictureStore', images.isStoreUp()),
          ...presence('imgproxy', images.isImgproxyUp()),
        },
      }),
    ...offers.handlers(indexer),
    ...declineHandlers(context, indexer, sessions),
    ...holdingsHandlers(context, holdings.audit, names),
    ...sessions.handlers,
    ...stats.handlers,
    ...tables.handlers,
    ...inbox.handlers,
    claims: claimsHandler(context, indexer),
    ...traders.handlers,
    ...voice.handlers,
    ...escrowRecordHandlers(context),
    ...nftHandlers(context.config.deployment.collections, images),
  }
}

interface HealthFacts {
  readonly nowMs: number
  /** No other server can use its database. */
  readonly isAlone: boolean
  /** Of the server itself or its database. */
  readonly failure: string | null
  /** Undefined where limits are this server's own by choice. */
  readonly limits: Sharing
  readonly pictures: Sharing
  /** Those that there are. */
  readonly engines: Engines
}

type Sharing = 'shared' | 'own' | undefined

function sharing(isShared: boolean | null): Sharing {
  return isShared === null ? undefined : isShared ? 'shared' : 'own'
}

type Engines = Partial<Record<'pictureStore' | 'imgproxy', 'up' | 'away'>>

function presence(name: keyof Engines, isUp: boolean | null): Engines {
  return isUp === null ? {} : { [name]: isUp ? 'up' : 'away' }
}

const maxLagBlocks = 30
const maxSilenceMs = 60_000

/**
 * `GET /health`. Ready is a server that stays, whose database answers, that heard from the chain within the last minute and is
 * at most 30 blocks behind it.
 */
function healthAnswer(
  index: IndexStatus,
  { nowMs, isAlone, failure, limits, pictures, engines }: HealthFacts,
): Reply<'health'> {
  const headBlock = index.head?.number ?? null
  const lagBlocks =
    headBlock === null || index.indexedBlock === null ? null : Math.max(0, headBlock - index.indexedBlock)
  const shared = {
    ...(!isAlone && { lead: leadOf(index, nowMs) }),
    ...(limits && { limits }),
    ...(pictures && { pictures }),
    ...engines,
  }
  const figures = { headBlock, indexedBlock: index.indexedBlock, lagBlocks, ...shared }
  const error = failure ?? chainFailure(index, nowMs) ?? lagFailure(lagBlocks)
  return error === null
    ? { status: 200, body: { success: true, ready: true, ...figures } }
    : { status: 503, body: { success: false, ready: false, error, ...figures } }
}

const disputedForMs = 60_000

function leadOf({ leads, rivalAtMs }: IndexStatus, nowMs: number): 'own' | 'other' | 'disputed' {
  if (rivalAtMs !== null && nowMs - rivalAtMs < disputedForMs) return 'disputed'
  return leads ? 'own' : 'other'
}

function chainFailure({ answeredAtMs, failure }: IndexStatus, nowMs: number): string | null {
  if (answeredAtMs !== null && nowMs - answeredAtMs <= maxSilenceMs) return null
  return failure ?? 'the chain has not answered yet'
}

function lagFailure(lagBlocks: number | null): string | null {
  if (lagBlocks === null) return 'the index has not begun'
  return lagBlocks > maxLagBlocks ? 'the index is catching up' : null
}

/** `GET /api/config`: endpoints for pages, the escrows that this server follows, and chain time. */
function configAnswer({ deployment, publicRpcUrls }: ServerConfig, { head }: Pick<IndexStatus, 'head'>): WireConfig {
  const { network, chainId, escrows } = deployment
  return {
    network,
    chainId,
    rpcUrls: [...publicRpcUrls],
    escrows: escrows.map(({ address }) => ({ address })),
    ...(head && { timestamp: head.timeS }),
  }
}
