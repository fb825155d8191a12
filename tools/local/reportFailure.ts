/** Their message is a sentence that the user can act on. By name: a release has neither the testkit nor the builder. */
const told = new Set(['SettingError', 'FolderInUseError', 'PortInUseError', 'ConfigError', 'ListenError'])

/** Prints errors that the user can fix as one sentence, and others with a stack trace. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`\n${words(error)}\n`)
  process.exitCode = 1
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'WorldBrokenError') return `${error.message}\nBegin a new one: pnpm reset (or: npm run reset)`
  if (error.name === 'PageBuildError' && 'output' in error) return `${String(error.output)}\n${error.message}`
  return told.has(error.name) ? error.message : (error.stack ?? error.message)
}
