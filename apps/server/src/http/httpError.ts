import type { WireFailure } from '@parley/protocol'

/** A request that is answered with a failure. `retryAfterS` becomes the Retry-After header. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: WireFailure
  readonly retryAfterS: number | undefined

  constructor(
    status: number,
    error: string,
    details: Partial<Pick<WireFailure, 'field' | 'offer'>> & { retryAfterS?: number } = {},
  ) {
    super(`${status}: ${error}`)
    const { retryAfterS, ...rest } = details
    this.status = status
    this.body = { success: false, error, ...rest }
    this.retryAfterS = retryAfterS
  }
}
