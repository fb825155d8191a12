import type { PublicClient } from 'viem'
import type { Logger } from 'pino'
import type { ServerConfig } from './config/serverConfig.ts'
import type { Database } from './db/database.ts'
import type { LiveFeed } from './live/liveFeed.ts'

/** What the parts of a server share. */
export interface Context {
  readonly config: ServerConfig
  readonly db: Database
  /** Reads the chain through RPC_URLS, in their order. */
  readonly chain: PublicClient
  readonly live: LiveFeed
  readonly log: Logger
}
