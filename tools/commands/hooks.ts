import { join } from 'node:path'
import { endOnSignal } from '../process/signals.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'

/** `pnpm hooks`: installs the git hooks of lefthook.yml. Opt-in: nothing else installs them. */
endOnSignal()
const { ok, output } = await run(join(root, 'node_modules/.bin/lefthook'), ['install'], { timeoutMs: 30_000 })
process.stdout.write(output)
process.exitCode = ok ? 0 : 1
