import type { ChainFailure } from './ChainFailure.ts'
import { classify } from './classify.ts'

/** A sorted failure on its way up. `cause` keeps what was thrown. */
export class ChainFailureError extends Error {
  override readonly name = 'ChainFailureError'
  readonly failure: ChainFailure

  constructor(failure: ChainFailure, cause?: unknown) {
    super(failure.kind, { cause })
    this.failure = failure
  }

  /** Sorts anything thrown; what is sorted already stays as it is. */
  static from(error: unknown): ChainFailureError {
    return error instanceof ChainFailureError ? error : new ChainFailureError(classify(error), error)
  }
}
