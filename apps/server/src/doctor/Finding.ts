import { failureText } from '../log.ts'

/** What one look at a deployment found. */
export interface Finding {
  /** The thing examined, in a few words. */
  readonly what: string
  /**
   * `wrong`: the server wouldn't start, or would serve something wrong. `warning`: it serves, without a part that is
   * down or with less room. Faults that may pass are warnings at most.
   */
  readonly state: 'fine' | 'wrong' | 'warning' | 'skipped'
  /** One sentence: the state, or the fault and its remedy. */
  readonly words: string
}

export const fine = (what: string, words: string): Finding => ({ what, state: 'fine', words })
export const wrong = (what: string, words: string): Finding => ({ what, state: 'wrong', words })
export const warning = (what: string, words: string): Finding => ({ what, state: 'warning', words })
export const skipped = (what: string, words: string): Finding => ({ what, state: 'skipped', words })

/** Why a request got no answer, in the log's words; null where none came in time. `fetch` wraps what is below HTTP. */
export function silenceOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && cause.name === 'TimeoutError' ? null : failureText(cause)
}
