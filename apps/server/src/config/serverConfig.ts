import type { Deployment, Network } from '@parley/protocol'
import type { BucketConfig } from '../images/cache/bucket.ts'
import type { ImgproxyConfig } from '../images/createImgproxy.ts'
import type { Brand } from '../previews/Brand.ts'

/** Where the index is kept (decision C1), and beside it tables and sessions. */
export type DatabaseChoice = { readonly engine: 'sqlite'; readonly folder: string } | PostgresChoice

export interface PostgresChoice {
  readonly engine: 'postgres'
  /** May be a pooler that lends a connection for each transaction. */
  readonly url: string
  /** PostgreSQL itself, for what belongs to a session: the lead and notifications. */
  readonly directUrl: string
  /** Streaming replicas, which answer reads of the index. */
  readonly readUrls: readonly string[]
  /** How many are to take over from it, by the operator's word. */
  readonly standbys: number
  /** How many connections answer requests, at most, of each database. Another 10 index, lead, listen and serve voice. */
  readonly readers: number
  /** Whether a start brings the schema up to date. */
  readonly migrates: boolean
}

/** How many requests are answered. */
export interface RateLimits {
  /** From one address. */
  readonly requestsPerMinute: number
  /** Answered at the same time, from all addresses together. */
  readonly requestsAtOnce: number
  /** POST, PATCH and the sync routes: each makes the server ask the chain. */
  readonly writesPerMinute: number
  /** What one address may write at tables. */
  readonly tableKbPerDay: number
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The server's configuration, read once at start. */
export interface ServerConfig {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly deployment: Deployment
  /** What the server asks. */
  readonly rpcUrls: readonly string[]
  /** The endpoints that browsers use. */
  readonly publicRpcUrls: readonly string[]
  readonly database: DatabaseChoice
  /** Folder of the built page; null serves the API alone. */
  readonly webDist: string | null
  /** Name and mark in previews and cards. */
  readonly brand: Brand
  /** Whether the page's service worker is served; else a worker that removes itself. */
  readonly serviceWorker: boolean
  /** The public origin. Null, on the local network only, means the address that the server listens on. */
  readonly publicOrigin: string | null
  /** Addresses that a hole is reported to, the best first; none where nothing was said. */
  readonly securityContacts: readonly string[]
  readonly logLevel: LogLevel
  readonly pollMs: number
  /** How many proxies in front append to `X-Forwarded-For`; 0 trusts none. */
  readonly trustedProxies: number
  /** How long it goes on after a signal to stop. `/health` says 503 until it ends, so that proxies turn away. */
  readonly leaveMs: number
  /** Other origins whose pages may use the API with credentials. */
  readonly corsOrigins: readonly string[]
  /** REST interfaces of Patroni, which the doctor alone asks. */
  readonly patroniUrls: readonly string[]
  /** The Prometheus that reads the servers, which the doctor alone asks; null where none is named. */
  readonly prometheusUrl: string | null
  /** What `/metrics` asks for; null lets this machine alone read it. */
  readonly metricsToken: string | null
  readonly rateLimits: RateLimits
  /** A Redis in which all servers of a site count their limits; null lets each server count for itself. */
  readonly redisUrl: string | null
  /** Room for inboxes in memory. */
  readonly inboxMemoryBytes: number
  readonly images: ImageConfig
  readonly stats: StatsConfig
  readonly voice: VoiceConfig
  readonly watch: WatchConfig
  /** Null where push is switched off. */
  readonly push: PushConfig | null
}

/** How pushes are sent to browsers (decision I2). */
export interface PushConfig {
  /** The VAPID pair, in base64url; or the folder in which a local server keeps its own. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | { readonly folder: string }
  /** Whom a push service may turn to: `mailto:` or `https:`. */
  readonly subject: string
  /** Origins that pushes may go to although they aren't public: a push service of tests. */
  readonly trustedOrigins: readonly string[]
}

/** How the escrows are watched. */
interface WatchConfig {
  /** Between two looks of the server; 0 for no watch. */
  readonly everyMs: number
  /** Where `pnpm watch` posts its alarms. */
  readonly webhookUrl: string | null
}

/** Settings of metadata and pictures. */
export interface ImageConfig {
  /** Where pictures are kept between starts. */
  readonly cacheFolder: string
  /** Maximum size of the folder; the least recently used files go first. */
  readonly cacheMaxBytes: number
  /** The Redis for originals of all servers, and its room. Null: each server fetches for itself. */
  readonly shared: { readonly url: string; readonly maxBytes: number } | null
  /** The bucket in which originals of all servers stay. Null: originals are fetched again where a disk has lost them. */
  readonly store: BucketConfig | null
  /** Scales pictures in place of the workers. */
  readonly imgproxy: ImgproxyConfig | null
  /** Processes that scale and draw pictures, each of some 90 MB while there is work. At least two. */
  readonly workers: number
  /** Asked in this order, each ending before the content id: `https://ipfs.io/ipfs/`. */
  readonly ipfsGateways: readonly string[]
  /** The same for Arweave: `https://arweave.net/`. */
  readonly arweaveGateways: readonly string[]
  /**
   * Origins like `http://127.0.0.1:8081` that may be fetched from although they are not public. For the local world and
   * for a media server of one's own; empty by default.
   */
  readonly trustedOrigins: readonly string[]
}

export const defaultIpfsGateways = [
  'https://ipfs.io/ipfs/',
  'https://dweb.link/ipfs/',
  'https://w3s.link/ipfs/',
  'https://gateway.pinata.cloud/ipfs/',
]
export const defaultArweaveGateways = ['https://arweave.net/', 'https://permagate.io/']
export const defaultCacheMaxBytes = 2 * 1024 ** 3
/** Two scale at once, as many as small machines have cores. Costly jobs never get the third. */
export const defaultPictureWorkers = 3

/** Source and interval of Trade Stats. */
export interface StatsConfig {
  /** An Etherscan-compatible API; null uses the index only. */
  readonly explorer: ExplorerChoice | null
  /** Refresh interval. */
  readonly refreshMs: number
}

interface ExplorerChoice {
  readonly url: string
  readonly apiKey: string | null
  /** First block of the all-time list; null uses the deployment's. */
  readonly fromBlock: number | null
}

export const defaultRefreshS = 4 * 60 * 60

/** Configuration of the voice rooms. */
export interface VoiceConfig {
  /** `stun:` addresses; empty to contact no outside server. */
  readonly stunUrls: readonly string[]
  /** A coturn with `use-auth-secret`; null where there is no relay. */
  readonly turn: TurnConfig | null
  /** Carries rooms of more than a mesh; null where those are full. */
  readonly janus: JanusConfig | null
  /** Open rooms beside the general one and those of the page's portals; null where nothing was said. */
  readonly rooms: readonly string[] | null
  /** How many connections one address may hold at a time. */
  readonly socketsPerAddress: number
  /** How many connections, and how many entries into rooms, one address may make a minute. */
  readonly joinsPerMinute: number
}

export interface JanusConfig {
  /** Its WebSocket API, which only servers reach. */
  readonly url: string
  /** Its `api_secret`; null where it has none. */
  readonly secret: string | null
  /** How many talk from browser to browser before a room goes on in Janus. */
  readonly meshSeats: number
}

export interface TurnConfig {
  readonly urls: readonly string[]
  /** coturn's `static-auth-secret`. */
  readonly secret: string
  /** How long the credentials of one request serve. */
  readonly ttlS: number
}

export const defaultStunUrls = ['stun:stun.l.google.com:19302', 'stun:stun.cloudflare.com:3478'] as const

/** A relay asks for the credentials again while it serves, so they last for a long talk. */
export const defaultTurnTtlS = 6 * 60 * 60

/** A setting that the server cannot start with. The message is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, sentence: string) {
    super(`${variable} ${sentence}`)
    this.variable = variable
  }
}

/** Public facts about a network. Contracts and collections come from its deployment file. */
export interface NetworkFacts {
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly explorerUrl: string | null
  /** The explorer's Etherscan-compatible API, and the block at which its all-time list of trades begins. */
  readonly explorerApi: { readonly url: string; readonly fromBlock: number | null } | null
  /** Asked in this order where RPC_URLS says nothing else. */
  readonly rpcUrls: readonly string[]
  readonly pollMs: number
}

const avax = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 }

export const networkFacts: Readonly<Record<Network, NetworkFacts>> = {
  avalanche: {
    chainName: 'Avalanche C-Chain',
    nativeCurrency: avax,
    explorerUrl: 'https://snowtrace.io',
    explorerApi: {
      url: 'https://api.routescan.io/v2/network/mainnet/evm/43114/etherscan/api',
      fromBlock: 61_112_435,
    },
    rpcUrls: ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
    pollMs: 2_000,
  },
  fuji: {
    chainName: 'Avalanche Fuji',
    nativeCurrency: avax,
    explorerUrl: 'https://testnet.snowtrace.io',
    explorerApi: { url: 'https://api.routescan.io/v2/network/testnet/evm/43113/etherscan/api', fromBlock: null },
    rpcUrls: ['https://api.avax-test.network/ext/bc/C/rpc'],
    pollMs: 2_000,
  },
  local: {
    chainName: 'Avalanche C-Chain (local)',
    nativeCurrency: avax,
    explorerUrl: null,
    explorerApi: null,
    rpcUrls: [],
    pollMs: 500,
  },
}
