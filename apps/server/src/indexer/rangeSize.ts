import { RpcUnavailableError } from '@parley/chain'
import { BaseError, RpcRequestError } from 'viem'

/** The largest range that public endpoints of the C-Chain take. */
export const maxRangeBlocks = 2048

/** How many blocks to ask for at once: halved when an endpoint cannot, doubled again when it can. */
export interface RangeSize {
  blocks(): number
  /** @param least not below this. @returns false where nothing smaller is left to ask for. */
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
 * Whether an endpoint that failed might answer a smaller range: it said so in an RPC error, refused the request as such, or
 * took too long. Nothing smaller helps against an endpoint that is away, or that asks to be left alone for a while.
 */
export function smallerMayHelp(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const unavailable = error.walk((cause) => cause instanceof RpcUnavailableError)
  if (unavailable instanceof RpcUnavailableError) return ['tooLarge', 'timeout', 'refused'].includes(unavailable.reason)
  return error.walk((cause) => cause instanceof RpcRequestError) !== null
}
