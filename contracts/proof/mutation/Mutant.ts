/** One small change of the contract that some test has to notice. */
export interface Mutant {
  /** The same for the same sources: numbered in the order of files and places. */
  readonly id: number
  readonly file: string
  readonly line: number
  /** What kind of change: operator, condition, check, effect, order, access, constant, event. */
  readonly kind: string
  readonly before: string
  readonly after: string
  /** Bytes of the file that the change replaces. */
  readonly start: number
  readonly end: number
  /** How the change is applied: as a run-time choice if the language allows it, else in a contract of its own. */
  readonly form: 'expression' | 'statement' | 'yul' | 'alone'
}

/** A change before it has its number. */
export type Change = Pick<Mutant, 'kind' | 'after' | 'start' | 'end' | 'form'>
