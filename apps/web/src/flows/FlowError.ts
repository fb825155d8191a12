import { ChainFailureError } from '@parley/chain'
import type { FailurePhase, FlowFailure } from './FlowFailure.ts'

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
