import type { EndedTest, PartWatch } from './TestPart.ts'

/** What a program of tests says of itself while it runs: one JSON a line, behind a mark. */
export type TestEvent =
  | { readonly event: 'planned'; readonly count: number; readonly unit: 'files' | 'tests' }
  | { readonly event: 'advanced' }
  | ({ readonly event: 'ended' } & EndedTest)

const mark = '@parley-test '

/** Says it on standard output, where {@link readEvents} listens. */
export function sayEvent(event: TestEvent): void {
  process.stdout.write(`${mark}${JSON.stringify(event)}\n`)
}

/** @returns a consumer of a program's output: events go to the watch, the rest into its log. */
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
