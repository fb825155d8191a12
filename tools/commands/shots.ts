import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { takeShots } from '../../e2e/shots/takeShots.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requireChromium } from '../machine/requirePrograms.ts'
import { buildPage } from '../page/buildPage.ts'
import { endOnSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/**
 * `pnpm shots [AREA…] [--only PATTERN]`: photographs every screen and state in a real browser.
 *
 * Against a real local world, at 390 and 1280 px, light and dark, with contact sheets in `.shots/`. The areas are the
 * files of `e2e/shots/areas/`.
 */
async function shots(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  })
  const { sheets, troubled } = await takeShots({
    chromiumPath: await requireChromium(),
    webDist: await buildPage('production'),
    folder: join(root, '.shots'),
    areas: positionals,
    only: new RegExp(values.only),
    onState: (line) => void process.stdout.write(`${line}\n`),
  })
  process.stdout.write(`\nLook at ${sheets.map((sheet) => relative(root, sheet)).join(', ')}\n`)
  if (troubled === 0) return
  process.stdout.write(`${troubled} states were not reached, or have something wrong with them.\n`)
  process.exitCode = 1
}

endOnSignal()
await shots().catch(reportFailure)
