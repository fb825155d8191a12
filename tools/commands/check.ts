import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openGateCache } from '../gates/gateCache.ts'
import { gates } from '../gates/gates.ts'
import { runGates } from '../gates/runGates.ts'
import { endOnSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/** `pnpm check [WORD…] [--all]`: every check except tests, or those whose names contain a word. `--all` ignores the cache. */
endOnSignal()
const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
const asked =
  positionals.length === 0 ? gates : gates.filter(({ name }) => positionals.some((word) => name.includes(word)))
const stored = openGateCache(root, join(root, 'node_modules/.cache/parley/gates.json'))
const cache = values.all ? { ...stored, hasPassed: () => false, affected: () => null } : stored
const allPass = await runGates(asked, cache, (line) => void process.stdout.write(`${line}\n`))
process.exitCode = allPass ? 0 : 1
