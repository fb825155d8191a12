/** Something that the tests need is missing and could not be installed; the message says which command brings it. */
export class SetupError extends Error {
  readonly code = 'setup_missing'
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SetupError'
  }
}
