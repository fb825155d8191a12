import { HttpRequestError, RpcRequestError, TimeoutError, type BaseError } from 'viem'

/** The largest range that public endpoints of the C-Chain take. */
export const maxRangeBlocks = 2048

/** How many blocks to ask for at once: halved when an endpoint cannot, doubled again when it can. */
export interface RangeSize {
  blocks(): number
  /** @returns false where nothing smaller is left to ask for. */
  halve(): boolean
  grow(): void
}

export function createRangeSize(max = maxRangeBlocks): RangeSize {
  let size = max
  return {
    blocks: () => size,
    halve() {
      if (size === 1) return false
      size = Math.ceil(size / 2)
      return true
    },
    grow() {
      size = Math.min(max, size * 2)
    },
  }
}

/**
 * Whether an endpoint that failed might answer a smaller range: it said so in an RPC error, refused by status, or took too
 * long. Nothing smaller helps against an endpoint that is away, or that asks to be left alone for a while.
 */
export function smallerMayHelp(error: unknown): boolean {
  const cause = rootCause(error)
  if (cause instanceof TimeoutError) return true
  if (cause instanceof RpcRequestError) return cause.code !== limitExceeded
  return cause instanceof HttpRequestError && cause.status !== undefined && cause.status !== 429 && cause.status < 500
}

const limitExceeded = -32005

function rootCause(error: unknown): unknown {
  if (!isViemError(error)) return error
  return error.walk(
    (cause) => cause instanceof TimeoutError || cause instanceof RpcRequestError || cause instanceof HttpRequestError,
  )
}

function isViemError(error: unknown): error is BaseError {
  return error instanceof Error && 'walk' in error && typeof error.walk === 'function'
}
