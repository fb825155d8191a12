import type { RunResult } from '../process/run.ts'
import { readEvents } from './testEvents.ts'
import { tally, type PartWatch, type Tally } from './TestPart.ts'

const keptOutputChars = 4_000

/** Runs a program that says its tests as events, and counts them. */
export async function countEvents(
  watch: PartWatch,
  start: (onOutput: (text: string) => void) => Promise<RunResult>,
): Promise<Tally & { cpuS: number | null }> {
  const counted = { passed: 0, failed: 0 }
  let said = ''
  const onOutput = readEvents({
    ...watch,
    log(text) {
      said = (said + text).slice(-keptOutputChars)
      watch.log(text)
    },
    ended(test) {
      if (test.outcome !== 'skipped') counted[test.outcome] += 1
      watch.ended(test)
    },
  })
  const { ok, cpuS } = await start(onOutput)
  const result = tally(counted, ok)
  // It ended badly without a test that did, or had none at all.
  if (result.failed > counted.failed)
    watch.ended({ file: '', title: 'the run itself', ms: 0, outcome: 'failed', error: said.trim() })
  return { ...result, cpuS }
}
