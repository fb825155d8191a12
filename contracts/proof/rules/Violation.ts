/** A place in the sources where a rule is broken. */
export interface Violation {
  /** A sentence. */
  readonly rule: string
  /** `file:line` */
  readonly where: string
  readonly what: string
}
