import { requireChromium } from '../machine/requireChromium.ts'
import { requirePostgres } from '../machine/requirePostgres.ts'
import { SetupError } from '../machine/SetupError.ts'
import { browserTests, hasBrowserTests } from './browserTests.ts'
import { contractTests } from './contractTests.ts'
import { hasProofs, proofTests } from './proofTests.ts'
import { runParts } from './runParts.ts'
import { fullLength, unitTests } from './unitTests.ts'

/** Every test there is, from the contracts to the browser. `proofArgs` go to the proofs. */
export async function runAll(proofArgs: readonly string[]): Promise<void> {
  try {
    const [chromium, postgresBin] = [await requireChromium(), await requirePostgres()]
    const parts = [
      contractTests,
      ...(hasProofs ? [proofTests(proofArgs)] : []),
      unitTests(postgresBin, proofArgs.includes('--full') ? fullLength : {}),
      ...(hasBrowserTests ? [browserTests(chromium)] : []),
    ]
    const passed = await runParts(parts, (line) => void process.stdout.write(`${line}\n`))
    process.exitCode = passed ? 0 : 1
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
