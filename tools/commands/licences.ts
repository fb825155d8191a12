import { run } from '../process/run.ts'
import { endOnSignal } from '../process/signals.ts'

/** `pnpm licences` lists every installed package by licence. Exits with 1 for a licence that was not reviewed. */
const timeoutMs = 120_000

/** All permit the product to be under MIT. MPL-2.0 covers only changes to its own files. */
const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  '0BSD',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  '(MIT OR Apache-2.0)',
  'MIT OR Apache-2.0',
  'Apache-2.0 OR MIT',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
])

interface Package {
  readonly name: string
  readonly versions: readonly string[]
}

endOnSignal()
const { ok, output } = await run('pnpm', ['licenses', 'list', '--json'], { timeoutMs })
if (!ok) {
  console.error(output)
  process.exit(1)
}
const byLicence: Readonly<Record<string, readonly Package[]>> = JSON.parse(output.slice(output.indexOf('{')))
const rows = Object.entries(byLicence).toSorted(([one], [other]) => one.localeCompare(other))
for (const [licence, packages] of rows)
  console.log(`${licence}\n  ${packages.map(({ name, versions }) => `${name} ${versions.join(', ')}`).join('\n  ')}`)
const unknown = rows.filter(([licence]) => !allowed.has(licence))
for (const [licence, packages] of unknown)
  console.error(
    `${licence}: ${packages.map(({ name }) => name).join(', ')} – look at it, and add it in tools/commands/licences.ts`,
  )
process.exitCode = unknown.length === 0 ? 0 : 1
