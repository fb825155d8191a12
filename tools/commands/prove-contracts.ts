import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reportFailure } from '../local/reportFailure.ts'
import { run } from '../process/run.ts'
import { endOnSignal } from '../process/signals.ts'
import { contracts } from '../tests/contractTests.ts'

const folder = join(contracts, 'proof/smt')
const timeoutMs = 1_800_000

/** `pnpm prove:contracts`: has the compiler's model checker prove the lemmas in contracts/proof/smt. */
async function prove(): Promise<boolean> {
  const lemmas = readdirSync(folder).flatMap((file) => (file.endsWith('.sol') ? [file.replace('.sol', '')] : []))
  let isProved = lemmas.length > 0
  for (const name of lemmas) {
    const { ok, output } = await run(process.execPath, [join(folder, 'askModelChecker.ts'), name], { timeoutMs })
    const { asserted, proved, unproved } = ok ? read(output) : { asserted: 0, proved: 0, unproved: [output] }
    console.log([`${name}: ${proved} of ${asserted} assertions proved`, ...unproved].join('\n'))
    if (!ok || proved !== asserted || unproved.length > 0) isProved = false
  }
  return isProved
}

interface Answer {
  readonly asserted: number
  readonly proved: number
  readonly unproved: readonly string[]
}

function read(output: string): Answer {
  const answer: Answer = JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '{}')
  return answer
}

endOnSignal()
await prove().then((ok) => (process.exitCode = ok ? 0 : 1), reportFailure)
