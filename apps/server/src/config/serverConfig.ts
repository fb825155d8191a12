import type { Deployment } from '@parley/protocol'
import type { ImageConfig } from '../images/ImageConfig.ts'
import type { StatsConfig } from '../stats/StatsConfig.ts'
import type { VoiceConfig } from '../voice/VoiceConfig.ts'

/** Where the index is kept. It can be dropped at any time: the chain rebuilds it (decision C1). */
export type DatabaseChoice =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** How many requests are answered. */
export interface RateLimits {
  /** From one address. */
  readonly requestsPerMinute: number
  /** Answered at the same time, from all addresses together. */
  readonly requestsAtOnce: number
  /** POST, PATCH and the sync routes: each makes the server ask the chain. */
  readonly writesPerMinute: number
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
  /** The public origin. Null, on the local network only, means the address that the server listens on. */
  readonly publicOrigin: string | null
  /** Addresses that a hole is reported to, the best first; none where nothing was said. */
  readonly securityContacts: readonly string[]
  readonly logLevel: LogLevel
  readonly pollMs: number
  /** How many proxies in front append to `X-Forwarded-For`; 0 trusts none. */
  readonly trustedProxies: number
  /** Other origins whose pages may use the API with credentials. */
  readonly corsOrigins: readonly string[]
  /** What `/metrics` asks for; null lets this machine alone read it. */
  readonly metricsToken: string | null
  readonly rateLimits: RateLimits
  readonly images: ImageConfig
  readonly stats: StatsConfig
  readonly voice: VoiceConfig
  readonly watch: WatchConfig
}

/** How the escrows are watched. */
export interface WatchConfig {
  /** Between two looks of the server; 0 for no watch. */
  readonly everyMs: number
  /** Where `pnpm watch` posts its alarms. */
  readonly webhookUrl: string | null
}
