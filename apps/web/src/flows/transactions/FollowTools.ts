import type { Revert } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import type { Clock } from '../Clock.ts'

/** What following takes. It only reads: nothing is ever sent again. */
export interface FollowTools {
  readonly chain: Client
  readonly clock: Clock
  readonly account: Address
  readonly signal: AbortSignal
  /** Resolves once the server has indexed this block. */
  readonly indexed: (block: number, signal: AbortSignal) => Promise<void>
  /** Why the contract refused, in words. */
  readonly explain: (revert: Revert | null) => string
}
