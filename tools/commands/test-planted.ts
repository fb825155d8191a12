import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { reportFailure } from '../local/reportFailure.ts'
import { plantedFaults, type PlantedFault } from '../planted/plantedFaults.ts'
import { endOnSignal } from '../process/endOnSignal.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { contracts, forge } from '../tests/contractTests.ts'

const timeoutMs = 3_600_000

/**
 * `pnpm test:planted [PATH…] [--changed]`: plants one fault after the other and expects the test that it names to fail, or with
 * `--changed` what `pnpm test:changed` chooses. Each file is put back as it was. Paths choose among the faults.
 */
async function testPlanted(): Promise<boolean> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { changed: { type: 'boolean' } } })
  const chosen = plantedFaults.filter(({ file }) => positionals.every((words) => file.includes(words)))
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
  if (byChange) return command('test-changed', [])
  if (foundBy.includes('contracts')) return run(forge, ['test'], { cwd: contracts, timeoutMs })
  return command('test-one', foundBy)
}

endOnSignal()
await testPlanted().then((ok) => (process.exitCode = ok ? 0 : 1), reportFailure)
