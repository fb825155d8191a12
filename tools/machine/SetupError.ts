/** A program needed by the tests is missing and couldn't be installed. The message says which command installs it. */
export class SetupError extends Error {
  readonly code = 'setup_missing'
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SetupError'
  }
}
