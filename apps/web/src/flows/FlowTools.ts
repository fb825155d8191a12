import type { WalletConnection } from '@parley/chain'
import type { ApiClient, WireConfig } from '@parley/protocol'
import type { Client } from 'viem'
import type { Clock } from './Clock.ts'
import type { ReportStep } from './Step.ts'

/** What a flow works with. All of it comes from outside, so that a test can run a flow against a chain of its own. */
export interface FlowTools {
  readonly config: WireConfig
  /** The visitor's own connection to the chain. */
  readonly chain: Client
  /** Null when none is connected. */
  readonly wallet: WalletConnection | null
  readonly api: ApiClient
  readonly clock: Clock
  readonly report: ReportStep
}

/** The same, once a wallet is known to be there. */
export interface ConnectedTools extends FlowTools {
  readonly wallet: WalletConnection
}
