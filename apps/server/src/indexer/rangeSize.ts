import { RpcUnavailableError } from '@parley/chain'
import { BaseError, RpcRequestError } from 'viem'

/** The largest range that public C-Chain endpoints accept. */
export const maxRangeBlocks = 2048

/** Blocks per request: halved on failure, doubled on success. */
export interface RangeSize {
  blocks(): number
  /** @param least the minimum. @returns false if the range can't shrink further. */
  halve(least?: number): boolean
  grow(): void
}

export function createRangeSize(max = maxRangeBlocks): RangeSize {
  let size = max
  return {
    blocks: () => size,
    halve(least = 1) {
      if (size <= least) return false
      size = Math.max(least, Math.ceil(size / 2))
      return true
    },
    grow() {
      size = Math.min(max, size * 2)
    },
  }
}

/**
 * Whether a smaller range might succeed. True if the endpoint returned an RPC error, refused or timed out.
 *
 * A smaller range doesn't help against an endpoint that is unreachable or rate limiting.
 */
export function smallerMayHelp(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const unavailable = error.walk((cause) => cause instanceof RpcUnavailableError)
  if (unavailable instanceof RpcUnavailableError) return ['tooLarge', 'timeout', 'refused'].includes(unavailable.reason)
  return error.walk((cause) => cause instanceof RpcRequestError) !== null
}
