import { requireChromium } from '../machine/requireChromium.ts'
import { requireCoturn } from '../machine/requireCoturn.ts'
import { requirePostgres } from '../machine/requirePostgres.ts'
import { SetupError } from '../machine/SetupError.ts'
import { browserTests } from './browserTests.ts'
import { contractTests } from './contractTests.ts'
import { longProofs } from './longProofs.ts'
import { runParts } from './runParts.ts'
import { fullLength, unitTests } from './unitTests.ts'

/** Every test there is, from the contracts to the browser; at `full` length with the proofs that take too long for every run. */
export async function runAll(length: 'short' | 'full'): Promise<void> {
  try {
    const [chromium, postgresBin] = [await requireChromium(), await requirePostgres()]
    await requireCoturn()
    const isFull = length === 'full'
    const parts = [
      contractTests,
      unitTests(postgresBin, isFull ? fullLength : {}),
      browserTests(chromium, isFull ? { BROWSER_TESTS: 'all' } : {}),
      ...(isFull ? longProofs : []),
    ]
    const passed = await runParts(parts, (line) => void process.stdout.write(`${line}\n`))
    process.exitCode = passed ? 0 : 1
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
