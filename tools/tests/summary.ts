import { clock, indented, type Failure } from './liveReport.ts'
import type { EndedTest, Tally } from './TestPart.ts'

const slowestShown = 10
const shownScreenLines = 120
/** Beside other work, the same tests take up to a tenth more. */
const usualGrowth = 0.15

/** What became of a part. */
export interface PartResult extends Tally {
  readonly name: string
  readonly ms: number
  readonly cpuS: number | null
  readonly usualCpuS: number | undefined
}

/**
 * The final report: failures and how to rerun them, slow tests, and the time of each part. The last line is the count.
 */
export function summary(
  results: readonly PartResult[],
  tests: readonly (EndedTest & { readonly part: string })[],
  failures: readonly Failure[],
): string {
  const sum = results.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    {
      passed: 0,
      failed: 0,
    },
  )
  return [
    ...(failures.length === 0 ? [] : ['', 'What failed', ...failures.map(failureText)]),
    '',
    'The slowest',
    ...tests
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, slowestShown)
      .map(({ part, file, title, ms }) => `${seconds(ms)}  ${part}  ${file}  ${title}`),
    '',
    `${'part'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'time'.padStart(8)}${'CPU s'.padStart(8)}${'usual'.padStart(8)}`,
    ...results.map(partLine),
    partLine({
      name: 'all',
      ...sum,
      ms: Number.NaN,
      cpuS: results.every(({ cpuS }) => cpuS !== null) ? total(results.map(({ cpuS }) => cpuS ?? 0)) : null,
      usualCpuS: total(results.map(({ usualCpuS = 0 }) => usualCpuS)),
    }),
    '',
    `${sum.passed} passed, ${sum.failed} failed`,
  ].join('\n')
}

function partLine({ name, passed, failed, ms, cpuS, usualCpuS }: PartResult): string {
  const counts = passed + failed === 0 ? ['', ''] : [String(passed), String(failed)]
  const times = [
    Number.isNaN(ms) ? '' : clock(ms),
    cpuS === null ? '–' : cpuS.toFixed(0),
    usualCpuS ? String(usualCpuS) : '',
  ]
  const growth = cpuS !== null && usualCpuS ? cpuS / usualCpuS - 1 : 0
  const grown = growth > usualGrowth ? `  +${(growth * 100).toFixed(0)} %` : ''
  return name.padEnd(12) + [...counts, ...times].map((text) => text.padStart(8)).join('') + grown
}

function failureText({ part, file, title, error = '', screen, files = [], log }: Failure): string {
  const look = [...files, log].map((path) => `    look at  ${path}`)
  const again = file === '' ? [] : [`    again    npm run test:one -- ${file.replace(/:\d+$/, '')} '${wordsOf(title)}'`]
  const shown =
    screen === undefined ? [] : ['    on screen', indented(indented(screen, shownScreenLines), shownScreenLines + 1)]
  return ['', `✗ ${part}  ${file}  ${title}`, indented(error), ...shown, ...look, ...again].join('\n')
}

/** A pattern that finds a test by title: its last part, up to the first special character. */
function wordsOf(title: string): string {
  const [words = ''] = (title.split(' > ').at(-1) ?? '').split(/['"`$\\()[\]{}?*+|^]/)
  return words.trim()
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}
