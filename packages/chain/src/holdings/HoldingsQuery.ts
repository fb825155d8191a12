import type { Address } from '@parley/domain'
import { BaseError, RpcRequestError } from 'viem'
import { type ScannedToken, ScanReplyError, type ScanJob, type AtBlock } from './scanner.ts'
import { RpcUnavailableError } from '../rpc/RpcFault.ts'

/** A question about one collection, whatever way it is answered. */
export interface Question {
  readonly job: ScanJob
  readonly collection: Address
  readonly holder: Address
  /** Last id (jobs by scan); jobs by index end with the balance or the supply. */
  readonly lastId: bigint
  readonly at: AtBlock
  readonly signal?: AbortSignal | undefined
}

/**
 * Why a collection could not be read.
 *
 * - `noContract`: nothing stands at its address.
 * - `noBalance`: `balanceOf` or `totalSupply` failed or answered no number.
 * - `nonsense`: `ownerOf` or an enumeration answered what is no answer.
 * - `outOfGas`: a single token's question ran out of gas.
 * - `beyondScan`: the holder has tokens, and none of the ids up to the collection's size is one of them.
 * - `unreachable`: no endpoint answered.
 */
export type UnreadableReason = 'noContract' | 'noBalance' | 'nonsense' | 'outOfGas' | 'beyondScan' | 'unreachable'

/** All that was asked for, as of one block; or why not. A failure is never an empty list. */
export type Reading =
  | { readonly block: bigint; readonly total: bigint; readonly tokens: readonly ScannedToken[] }
  | { readonly unreadable: UnreadableReason }

/** A way that this node does not go: another one may. */
export class WayClosedError extends Error {
  override readonly name = 'WayClosedError'
  readonly code = 'wayClosed'
}

/** One way of answering. @throws {WayClosedError} when the node does not let it. */
export type Way = (question: Question) => Promise<Reading>

/** Whether a call failed in a way that a smaller one may not: refused, too large, out of gas or time. Anything else is no answer at all. */
export function isRangeFault(error: unknown): boolean {
  if (error instanceof ScanReplyError) return true
  const unavailable =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcUnavailableError) : undefined
  if (unavailable instanceof RpcUnavailableError)
    return unavailable.reason === 'tooLarge' || unavailable.reason === 'timeout'
  return error instanceof BaseError
}

/** Whether a call failed because the contract said no, as against a node that could not or would not run it. */
export function isRevert(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : undefined
  if (!(cause instanceof RpcRequestError)) return false
  return cause.code === 3 || /revert|invalid opcode/i.test(cause.details)
}
