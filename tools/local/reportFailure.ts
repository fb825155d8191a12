import { ConfigError, ListenError } from '@parley/server'
import { PortInUseError, WorldBrokenError } from '@parley/testkit'
import { PageBuildError } from '../page/buildPage.ts'
import { FolderInUseError } from './claimFolder.ts'
import { SettingError } from './settings.ts'

/** Prints errors that the user can fix as one sentence, and others with their stack trace. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`\n${words(error)}\n`)
  process.exitCode = 1
}

function words(error: unknown): string {
  if (error instanceof WorldBrokenError) return `${error.message}\nBegin a new one: pnpm reset (or: npm run reset)`
  if (error instanceof PageBuildError) return `${error.output}\n${error.message}`
  const told = [SettingError, FolderInUseError, PortInUseError, ConfigError, ListenError].some(
    (known) => error instanceof known,
  )
  if (told && error instanceof Error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
