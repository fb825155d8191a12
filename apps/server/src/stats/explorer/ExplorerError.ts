import type { ExplorerFailure } from '@parley/protocol'

/** The explorer could not be counted from. `reason` says why in a word, the message in a sentence for the log. */
export class ExplorerError extends Error {
  override readonly name = 'ExplorerError'
  readonly reason: ExplorerFailure

  constructor(reason: ExplorerFailure, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.reason = reason
  }
}
