import { parseArgs } from 'node:util'
import { examine, readConfig, type Finding } from '@parley/server'
import { reportFailure } from '../local/reportFailure.ts'
import { localServerEnv, SettingError } from '../local/settings.ts'
import { pageFolder } from '../page/builtPage.ts'
import { endOnSignal } from '../process/signals.ts'

/**
 * `pnpm doctor [--fatal-only]` checks everything that a server with this environment depends on, and reports faults.
 *
 * Exits with 1 for any fault. With `--fatal-only`, for service managers, it covers only what keeps a server from
 * serving.
 */
const usage = 'Usage: pnpm doctor [--fatal-only]'
const marks: Readonly<Record<Finding['state'], string>> = {
  fine: 'ok   ',
  wrong: 'WRONG',
  warning: 'warn ',
  skipped: '-    ',
}

/** Without NETWORK it checks the local world of `npm start`; with it, the page of `pnpm serve`. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  if (process.env['NETWORK']) return { ...process.env, WEB_DIST: process.env['WEB_DIST'] || pageFolder('production') }
  if (process.env['DEPLOYMENT_FILE']) return process.env
  return localServerEnv(process.env)
}

function isFatalOnly(): boolean {
  try {
    return parseArgs({ options: { 'fatal-only': { type: 'boolean', default: false } } }).values['fatal-only']
  } catch {
    throw new SettingError(usage)
  }
}

async function doctor(): Promise<void> {
  const fatalOnly = isFatalOnly()
  const findings = await examine(readConfig(await environment()), { fatalOnly })
  const width = Math.max(...findings.map(({ what }) => what.length))
  for (const { what, state, words } of findings) console.log(`${marks[state]}  ${what.padEnd(width)}  ${words}`)
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  const [wrongs, warnings] = [count('wrong'), count('warning')]
  console.log(wrongs + warnings === 0 ? '\nNothing is wrong.' : `\n${wrongs} wrong, ${warnings} to look at.`)
  process.exitCode = wrongs > 0 || (warnings > 0 && !fatalOnly) ? 1 : 0
}

endOnSignal()
await doctor().catch(reportFailure)
