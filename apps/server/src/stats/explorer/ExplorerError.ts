import type { ExplorerFailure } from '@parley/protocol'

/** The explorer's data can't be used. `reason` is a code; the message is for the log. */
export class ExplorerError extends Error {
  override readonly name = 'ExplorerError'
  readonly reason: ExplorerFailure

  constructor(reason: ExplorerFailure, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.reason = reason
  }
}
