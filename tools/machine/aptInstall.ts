import { existsSync } from 'node:fs'
import { run } from '../process/run.ts'
import { SetupError } from './SetupError.ts'

const aptTimeoutMs = 600_000

/**
 * Installs a Debian package if possible: as root, on a system with apt.
 *
 * @param what what needs it, in the plural.
 * @throws {SetupError} with the command for an administrator.
 */
export async function aptInstall(packageName: string, what: string): Promise<void> {
  const command = `apt-get install -y --no-install-recommends ${packageName}`
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new SetupError(`There is no ${packageName}, which ${what} need. Install it with: sudo ${command}`)
  process.stdout.write(`Installing ${packageName} (${command})\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { timeoutMs: aptTimeoutMs, env })
  const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', packageName], {
    timeoutMs: aptTimeoutMs,
    env,
  })
  if (!installed.ok)
    throw new SetupError(`${installed.output}\n${packageName} could not be installed. Try it with: ${command}`)
}
