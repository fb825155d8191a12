/** anvil ended, or did not come up in time; `output` is the last that it said. */
export class AnvilError extends Error {
  readonly code = 'anvil_failed'
  readonly output: string
  constructor(what: string, output: string) {
    super(`${what}${output === '' ? '' : `\n${output}`}`)
    this.name = 'AnvilError'
    this.output = output
  }
}
