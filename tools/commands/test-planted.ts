import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { reportFailure } from '../local/reportFailure.ts'
import type { PlantedFault } from '../planted/gateFaults.ts'
import { plantedFaults } from '../planted/plantedFaults.ts'
import { endOnSignal } from '../process/signals.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { contracts, forge } from '../tests/contractTests.ts'

const timeoutMs = 3_600_000

/**
 * `pnpm test:planted [WORD…] [--changed]`: plants one fault at a time and expects it to be found.
 *
 * The named test or gate must find it, or with `--changed` what `pnpm test:changed` selects. Each file is restored.
 * A word selects faults by path or by what finds them.
 */
async function testPlanted(): Promise<boolean> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { changed: { type: 'boolean' } } })
  const chosen = plantedFaults.filter(({ file, foundBy }) =>
    positionals.every((word) => file.includes(word) || foundBy.includes(word)),
  )
  let found = 0
  for (const fault of chosen) {
    const verdict = await examine(fault, values.changed ?? false)
    if (verdict === 'found') found += 1
    process.stdout.write(`${verdict.padEnd(8)} ${fault.file}  ${fault.right.trim()}\n`)
  }
  process.stdout.write(`${found} of ${chosen.length} found\n`)
  return found === chosen.length
}

async function examine({ file, right, wrong, foundBy }: PlantedFault, byChange: boolean): Promise<string> {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  if (before.split(right).length !== 2) return 'stale'
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain', '--', file], { cwd: root })
  if (stdout !== '') return 'dirty'
  const putBack = (): void => writeFileSync(path, before)
  process.once('exit', putBack)
  writeFileSync(
    path,
    before.replace(right, () => wrong),
  )
  try {
    const { ok } = await tryOut(foundBy, byChange)
    return ok ? 'MISSED' : 'found'
  } finally {
    putBack()
    process.removeListener('exit', putBack)
  }
}

function tryOut(foundBy: readonly string[], byChange: boolean): ReturnType<typeof run> {
  const command = (name: string, args: readonly string[]) =>
    run(process.execPath, [join(root, 'tools/commands', `${name}.ts`), ...args], { timeoutMs })
  if (foundBy[0] === 'check') return command('check', foundBy.slice(1))
  if (byChange) return command('test-changed', [])
  if (foundBy.includes('contracts')) return run(forge, ['test'], { cwd: contracts, timeoutMs })
  // One failure is enough: the others would each wait for what never comes.
  const isUnitTest = foundBy.some((word) => /\.test\.tsx?$/.test(word))
  return command('test-one', isUnitTest ? [...foundBy, '--bail=1'] : foundBy)
}

endOnSignal()
await testPlanted().then((ok) => (process.exitCode = ok ? 0 : 1), reportFailure)
