/** One small change of the contract that a test must notice. */
export interface Mutant {
  /** Stable for the same sources: numbered by file and position. */
  readonly id: number
  readonly file: string
  readonly line: number
  /** The kind of change: operator, condition, check, effect, order, access, constant, event. */
  readonly kind: string
  readonly before: string
  readonly after: string
  /** Byte offsets of the replaced text. */
  readonly start: number
  readonly end: number
  /** How the change is applied: as a run-time choice if the language allows it, else in a contract of its own. */
  readonly form: 'expression' | 'statement' | 'yul' | 'alone'
}

/** A mutant without its number. */
export type Change = Pick<Mutant, 'kind' | 'after' | 'start' | 'end' | 'form'>
