/** A setting that the server cannot start with. The message is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, sentence: string) {
    super(`${variable} ${sentence}`)
    this.variable = variable
  }
}
