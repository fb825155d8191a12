import type { Revert, WalletConnection } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { ApiClient, PageDeployment } from '@parley/protocol'
import type { Client } from 'viem'
import type { ReportStep } from './Step.ts'
import type { NoteNews } from './tracker/TrackedTransaction.ts'

/** What a flow works with. All of it comes from outside, so that a test can run a flow against a chain of its own. */
export interface FlowTools {
  /** What the page was built for (decision Z1). */
  readonly config: PageDeployment
  /** Escrows that the server follows and that the page was not built for. */
  readonly foreign: readonly Address[]
  /** The visitor's own connection to the chain. */
  readonly chain: Client
  /** The platform fee of an escrow as the screen shows it. */
  readonly shownFeeWei: (escrow: Address) => bigint
  /** Null when none is connected. */
  readonly wallet: WalletConnection | null
  /** The wallet signs approvals and the deal together, and the page has said so. */
  readonly signsTogether: boolean
  readonly api: ApiClient
  readonly clock: Clock
  readonly report: ReportStep
  /** Takes news of the flow's transaction, so that it can be followed when this page is gone. */
  readonly note: NoteNews
  /** The contract's reason as text; null if it couldn't be decoded. */
  readonly explain: (revert: Revert | null) => string
}

/** The same, once a wallet is known to be there. */
export interface ConnectedTools extends FlowTools {
  readonly wallet: WalletConnection
}

/** Time as flows see it, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `durationMs`, or rejects with the signal's reason, at once if already aborted. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

/** The browser's own clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, durationMs)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
