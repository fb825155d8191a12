import { examine, readConfig, type Finding } from '@parley/server'
import { worldFiles } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { readSettings } from '../local/settings.ts'
import { pageFolder } from '../page/buildPage.ts'
import { endOnSignal } from '../process/endOnSignal.ts'

/** `pnpm doctor`: looks at what a server of this environment would stand on, and says in words what is wrong. Ends with 1 then. */
const marks: Readonly<Record<Finding['state'], string>> = { fine: 'ok   ', wrong: 'WRONG', skipped: '-    ' }

/** Without a NETWORK it is the local world that `npm start` runs; with one, the page is the one that `pnpm serve` would serve. */
function environment(): NodeJS.ProcessEnv {
  if (process.env['NETWORK']) return { ...process.env, WEB_DIST: process.env['WEB_DIST'] || pageFolder('production') }
  if (process.env['DEPLOYMENT_FILE']) return process.env
  const { dataFolder, chainPort } = readSettings(process.env)
  const { deployment } = worldFiles(dataFolder)
  return {
    ...process.env,
    PARLEY_DATA: dataFolder,
    DEPLOYMENT_FILE: deployment,
    RPC_URLS: `http://127.0.0.1:${chainPort}`,
  }
}

async function doctor(): Promise<void> {
  const findings = await examine(readConfig(environment()))
  const width = Math.max(...findings.map(({ what }) => what.length))
  for (const { what, state, words } of findings) console.log(`${marks[state]}  ${what.padEnd(width)}  ${words}`)
  const count = findings.filter(({ state }) => state === 'wrong').length
  console.log(count === 0 ? '\nNothing is wrong.' : `\n${count} of ${findings.length} are wrong.`)
  process.exitCode = count === 0 ? 0 : 1
}

endOnSignal()
await doctor().catch(reportFailure)
