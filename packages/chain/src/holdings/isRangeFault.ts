import { BaseError } from 'viem'
import { RpcUnavailableError } from '../rpc/RpcUnavailableError.ts'
import { ScanReplyError } from './ScanReply.ts'

/** Whether a call failed in a way that a smaller one may not: refused, too large, out of gas or time. Anything else is no answer at all. */
export function isRangeFault(error: unknown): boolean {
  if (error instanceof ScanReplyError) return true
  const unavailable =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcUnavailableError) : undefined
  if (unavailable instanceof RpcUnavailableError)
    return unavailable.reason === 'tooLarge' || unavailable.reason === 'timeout'
  return error instanceof BaseError
}
