import type { Address } from '@parley/domain'
import { BaseError, RpcRequestError } from 'viem'
import { type ScannedToken, ScanReplyError, type ScanJob, type AtBlock } from './scanner.ts'
import { RpcUnavailableError } from '../rpc/RpcCall.ts'

/** A query about one collection, independent of the strategy that answers it. */
export interface HoldingsQuery {
  readonly job: ScanJob
  readonly collection: Address
  readonly holder: Address
  /** Last id, for scans; jobs by index end with the balance or the supply. */
  readonly lastId: bigint
  readonly at: AtBlock
  readonly signal?: AbortSignal | undefined
}

/**
 * Why a collection could not be read.
 *
 * - `noContract`: there is no contract at its address.
 * - `noBalance`: `balanceOf` or `totalSupply` failed or didn't return a number.
 * - `nonsense`: `ownerOf` or an enumeration returned malformed data.
 * - `outOfGas`: the query for a single token ran out of gas.
 * - `beyondScan`: the holder has tokens, but none with an id inside the scan range.
 * - `unreachable`: no endpoint answered.
 */
export type UnreadableReason = 'noContract' | 'noBalance' | 'nonsense' | 'outOfGas' | 'beyondScan' | 'unreachable'

/** The complete result as of one block, or why there is none. A failure is never an empty list. */
export type HoldingsResult =
  | { readonly block: bigint; readonly total: bigint; readonly tokens: readonly ScannedToken[] }
  | { readonly unreadable: UnreadableReason }

/** This node doesn't support the strategy; another strategy may work. */
export class UnsupportedStrategyError extends Error {
  override readonly name = 'UnsupportedStrategyError'
  readonly code = 'unsupportedStrategy'
}

/** Answers queries in one way. @throws {UnsupportedStrategyError} if the node doesn't allow it. */
export type HoldingsStrategy = (query: HoldingsQuery) => Promise<HoldingsResult>

/** Whether a smaller call might succeed: this one was refused, too large, or ran out of gas or time. */
export function isRangeFault(error: unknown): boolean {
  if (error instanceof ScanReplyError) return true
  const unavailable =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcUnavailableError) : undefined
  if (unavailable instanceof RpcUnavailableError)
    return unavailable.reason === 'tooLarge' || unavailable.reason === 'timeout'
  return error instanceof BaseError
}

/** Whether the contract reverted, as opposed to a node that couldn't or wouldn't run the call. */
export function isRevert(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : undefined
  if (!(cause instanceof RpcRequestError)) return false
  return cause.code === 3 || /revert|invalid opcode/i.test(cause.details)
}
