/** anvil exited, or didn't start in time; `output` is its last output. */
export class AnvilError extends Error {
  readonly code = 'anvil_failed'
  readonly output: string
  constructor(what: string, output: string) {
    super(`${what}${output === '' ? '' : `\n${output}`}`)
    this.name = 'AnvilError'
    this.output = output
  }
}
