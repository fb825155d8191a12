import { aptInstall } from './aptInstall.ts'
import { findProgram } from './findProgram.ts'
import { SetupError } from './SetupError.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function find(): string | undefined {
  const own = process.env['CHROMIUM_PATH']
  if (own) return own
  return names.map((name) => findProgram(name)).find((path) => path !== undefined)
}

/** Path of a Chromium for the browser tests, installed first where there is none. @throws {SetupError} */
export async function requireChromium(): Promise<string> {
  const found = find()
  if (found !== undefined) return found
  await aptInstall('chromium', 'the browser tests')
  const installed = find()
  if (installed === undefined)
    throw new SetupError(
      'chromium was installed, but there is no program of that name; name it: CHROMIUM_PATH=/path/to/chromium npm test',
    )
  return installed
}

const shellName = 'chromium-headless-shell'

/**
 * Path of Chromium's headless shell for tests of screens. It draws no window, and takes two thirds of the processor
 * time. Falls back to the whole browser if it can't be installed.
 *
 * @throws {SetupError}
 */
export async function requireHeadlessShell(): Promise<string> {
  const own = process.env['CHROMIUM_PATH']
  if (own) return own
  const found = findProgram(shellName)
  if (found !== undefined) return found
  await aptInstall(shellName, 'the browser tests').catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error
  })
  return findProgram(shellName) ?? requireChromium()
}
