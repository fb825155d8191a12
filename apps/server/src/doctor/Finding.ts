/** What one look at a deployment found. */
export interface Finding {
  /** What was looked at, in a few words. */
  readonly what: string
  /**
   * `wrong`: a server would not start, or would serve something wrong. `warning`: it serves, without whatever is down or with
   * less room; what may pass by itself is never more than that.
   */
  readonly state: 'fine' | 'wrong' | 'warning' | 'skipped'
  /** One sentence: what is so, or what is wrong and what to do about it. */
  readonly words: string
}

export const fine = (what: string, words: string): Finding => ({ what, state: 'fine', words })
export const wrong = (what: string, words: string): Finding => ({ what, state: 'wrong', words })
export const warning = (what: string, words: string): Finding => ({ what, state: 'warning', words })
export const skipped = (what: string, words: string): Finding => ({ what, state: 'skipped', words })
