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
