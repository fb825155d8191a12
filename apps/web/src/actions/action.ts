import { type ChainFailure, ChainFailureError, type GasPlan, type Revert, type WalletConnection } from '@parley/chain'
import type { Address, Nft, TxHash } from '@parley/domain'
import type { ApiClient, PageDeployment } from '@parley/protocol'
import type { Client } from 'viem'
import type { Clock } from '../services/browser.ts'
import type { RecordEvent } from './tracker/transaction.ts'

/** Where in a flow the chain or the wallet said no. Decides what is safe to say: before `receipt` nothing was sent. */
export type FailurePhase = 'read' | 'simulate' | 'send' | 'receipt'

/** Why a flow stopped, with what it takes to say so. */
export type ActionFailure =
  | { readonly kind: 'not-connected' }
  | { readonly kind: 'nothing-offered' }
  | { readonly kind: 'nothing-requested' }
  | { readonly kind: 'bad-coins' }
  | { readonly kind: 'coins-only' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'nothing-valid'; readonly side: 'offered' | 'requested' }
  | { readonly kind: 'bad-recipient' }
  | { readonly kind: 'no-signer' }
  | { readonly kind: 'not-in-wallet'; readonly nft: Nft }
  | { readonly kind: 'no-contract'; readonly contract: Address }
  | { readonly kind: 'not-owned'; readonly nft: Nft; readonly owner: Address }
  | { readonly kind: 'ownership-unknown'; readonly nft: Nft }
  | { readonly kind: 'other-recipient'; readonly typed: Address; readonly found: Address }
  | { readonly kind: 'not-approved'; readonly contracts: readonly Address[] }
  | { readonly kind: 'approval-unknown'; readonly contract: Address }
  | { readonly kind: 'other-network' }
  /** An escrow that the page was not built for (decision Z1). */
  | { readonly kind: 'unknown-escrow'; readonly escrow: Address; readonly built: readonly Address[] }
  | { readonly kind: 'fee-changed'; readonly shownWei: bigint; readonly nowWei: bigint }
  | { readonly kind: 'account-changed' }
  /** What both agreed on at a table isn't that any more, or isn't this wallet's to lock in. */
  | { readonly kind: 'agreement-changed' }
  | { readonly kind: 'offer-unknown' }
  | { readonly kind: 'not-recipient' }
  | { readonly kind: 'not-creator' }
  | { readonly kind: 'chain-differs' }
  | { readonly kind: 'unconfirmed'; readonly nfts: readonly Nft[] }
  | { readonly kind: 'cannot-pay'; readonly neededWei: bigint; readonly heldWei: bigint }
  | { readonly kind: 'chain'; readonly phase: FailurePhase; readonly failure: ChainFailure; readonly txHash?: TxHash }
  | { readonly kind: 'reverted-on-chain'; readonly revert: Revert | null; readonly txHash: TxHash }
  /** The wallet gave up calls that it had taken. */
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'replaced' | 'transaction-cancelled'; readonly txHash: TxHash }

/** Thrown beside the check that fails. Carries parameters, never prose: the catalogue words it. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly failure: ActionFailure

  constructor(failure: ActionFailure, cause?: unknown) {
    super(failure.kind, { cause })
    this.failure = failure
  }
}

/** A receipt does not say why; the same call simulated again usually does. */
export async function readRevert(simulate: () => Promise<unknown>): Promise<Revert | null> {
  try {
    await simulate()
    return null
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    return failure.kind === 'reverted' ? failure.revert : null
  }
}

/** Runs one thing with the chain or the wallet and says in which phase it failed. Other errors pass through. */
export async function inPhase<T>(phase: FailurePhase, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ChainFailureError)
      throw new ActionError({ kind: 'chain', phase, failure: error.failure }, error)
    throw error
  }
}

/** What a flow works with. All of it comes from outside, so that a test can run a flow against a chain of its own. */
export interface ActionTools {
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
  /** Takes events of the action's transaction, so that it can be followed when this page is gone. */
  readonly note: RecordEvent
  /** The contract's reason as text; null if it couldn't be decoded. */
  readonly explain: (revert: Revert | null) => string
}

/** The same, once a wallet is known to be there. */
export interface ConnectedTools extends ActionTools {
  readonly wallet: WalletConnection
}

/** How an intent becomes a transaction. */
export interface Sending {
  /** Runs it without sending. Throws ChainFailureError if it would revert. */
  simulate(chain: Client): Promise<unknown>
  /** Throws ChainFailureError */
  plan(chain: Client): Promise<GasPlan>
  /** Waits as long as the user takes to decide. Throws ChainFailureError or ActionError. */
  send(plan: GasPlan): Promise<TxHash>
}

/** The steps of all flows. A flow reports those it has, in its order. */
export type StepKey =
  | 'validate'
  | 'ownership'
  | 'approval'
  | 'fee'
  | 'send'
  | 'receipt'
  | 'offer-id'
  | 'record'
  | 'success'
  | 'refresh'

export type StepState = 'waiting' | 'running' | 'done' | 'failed'

export interface Step {
  readonly key: StepKey
  readonly state: StepState
  /** Known from `send` on. */
  readonly txHash?: TxHash
}

/** How a flow tells where it is. */
export type ReportStep = (step: Step) => void

/** Runs one step and reports its beginning and its end. */
export async function runStep<T>(report: ReportStep, key: StepKey, run: () => Promise<T>): Promise<T> {
  report({ key, state: 'running' })
  try {
    const result = await run()
    report({ key, state: 'done' })
    return result
  } catch (error) {
    report({ key, state: 'failed' })
    throw error
  }
}
