import type { RunResult } from '../process/run.ts'
import { type EndedTest, type PartWatch, tally, type Tally } from './TestPart.ts'

/** A test program's reports while it runs: one JSON per line, after a marker. */
type TestEvent =
  | { readonly event: 'planned'; readonly count: number; readonly unit: 'files' | 'tests' }
  | { readonly event: 'advanced' }
  | ({ readonly event: 'ended' } & EndedTest)

const mark = '@parley-test '

/** Writes it to standard output, where {@link readEvents} listens. */
export function sayEvent(event: TestEvent): void {
  process.stdout.write(`${mark}${JSON.stringify(event)}\n`)
}

/** @returns a consumer of a program's output: events go to the watch, the rest to its log. */
export function readEvents(watch: PartWatch): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith(mark)) tell(JSON.parse(line.slice(mark.length)), watch)
      else watch.log(`${line}\n`)
    }
  }
}

function tell(said: TestEvent, watch: PartWatch): void {
  if (said.event === 'planned') watch.planned(said.count, said.unit)
  else if (said.event === 'advanced') watch.advanced()
  else watch.ended(said)
}

const keptOutputChars = 4_000

/** Runs a program that reports its tests as events, and counts them. */
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
  // It failed although no test did, or ran no tests at all.
  if (result.failed > counted.failed)
    watch.ended({ file: '', title: 'the run itself', ms: 0, outcome: 'failed', error: said.trim() })
  return { ...result, cpuS }
}
