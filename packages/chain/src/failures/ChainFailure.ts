/** A contract's refusal: the error's name and its arguments. `name` is null where the data fits no error that we know. */
export interface Revert {
  readonly name: string | null
  readonly args: readonly unknown[]
}

/**
 * What went wrong between the page, the wallet and the chain.
 * - `rejected`: the person said no in the wallet.
 * - `reverted`: a contract refused, in a simulation or while the wallet prepared the transaction.
 * - `gas`: the limit or the price is not enough. `funds`: the wallet does not hold the value and the gas.
 * - `nonceTooLow`, `alreadyKnown`, `underpriced`: the transaction has probably been sent before (decision C4).
 * - `nonce`: the wallet's count is otherwise wrong.
 * - `rateLimited`: an endpoint or the wallet has had too many requests.
 * - `timedOut`: nobody answered in time.
 * - `chainMissing`: the wallet does not know the chain. `wrongChain`: it stands on another one.
 * - `requestPending`: the wallet has a request open. `locked`: it lets nothing through until it is unlocked.
 * - `unreachable`: the wallet or the endpoint is not connected.
 * - `unknown`: anything else; `code` is the wallet's number if it gave one.
 */
export type ChainFailure =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'reverted'; readonly revert: Revert }
  | { readonly kind: 'gas' }
  | { readonly kind: 'funds' }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'nonceTooLow' }
  | { readonly kind: 'alreadyKnown' }
  | { readonly kind: 'underpriced' }
  | { readonly kind: 'rateLimited' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'chainMissing' }
  | { readonly kind: 'wrongChain' }
  | { readonly kind: 'requestPending' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown'; readonly code: number | null; readonly message: string }

export type ChainFailureKind = ChainFailure['kind']

/** The errors after which a transaction has probably been submitted all the same (decision C4). */
export function isProbablySubmitted(failure: ChainFailure): boolean {
  return failure.kind === 'alreadyKnown' || failure.kind === 'underpriced' || failure.kind === 'nonceTooLow'
}
