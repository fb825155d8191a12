import { type ChainFailure, ChainFailureError, type Revert } from '@parley/chain'
import type { Address, Nft, TxHash } from '@parley/domain'

/** Where in a flow the chain or the wallet said no. Decides what is safe to say: before `receipt` nothing was sent. */
export type FailurePhase = 'read' | 'simulate' | 'send' | 'receipt'

/** Why a flow stopped, with what it takes to say so. */
export type FlowFailure =
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
export class FlowError extends Error {
  override readonly name = 'FlowError'
  readonly failure: FlowFailure

  constructor(failure: FlowFailure, cause?: unknown) {
    super(failure.kind, { cause })
    this.failure = failure
  }
}

/** Runs one thing with the chain or the wallet and says in which phase it failed. Other errors pass through. */
export async function inPhase<T>(phase: FailurePhase, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ChainFailureError) throw new FlowError({ kind: 'chain', phase, failure: error.failure }, error)
    throw error
  }
}
