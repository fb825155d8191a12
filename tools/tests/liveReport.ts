import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { root } from '../root.ts'
import type { EndedTest, PartWatch } from './TestPart.ts'

const lineEveryMs = 20_000
const statusEveryMs = 500
const shownErrorLines = 12

/** A failure with its part, and what to look at. */
export interface Failure extends EndedTest {
  readonly part: string
  readonly log: string
}

interface Standing {
  readonly startedMs: number
  readonly logFile: WriteStream
  planned: { count: number; unit: string } | null
  advanced: number
  passed: number
}

/**
 * Shows the progress of the parts: one updated line on a terminal, elsewhere a line now and then. Failures are printed
 * at once.
 */
export interface LiveReport {
  begin(part: string): PartWatch
  /** Resolves when the part's log is written. */
  end(part: string): Promise<void>
  note(line: string): void
  stop(): void
  readonly tests: readonly (EndedTest & { readonly part: string })[]
  readonly failures: readonly Failure[]
}

/** Where it writes: a terminal, or anything else. */
export type Out = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

export function createLiveReport(out: Out, folder: string): LiveReport {
  const startedMs = performance.now()
  const running = new Map<string, Standing>()
  const tests: (EndedTest & { part: string })[] = []
  const failures: Failure[] = []
  mkdirSync(folder, { recursive: true })

  const status = (): string =>
    [clock(performance.now() - startedMs), ...[...running].map(([part, standing]) => standingOf(part, standing))].join(
      '  ·  ',
    )
  const clear = (): void => void (out.isTTY && out.write('\r\u001B[2K'))
  const print = (text: string): void => {
    clear()
    out.write(`${text}\n`)
  }
  const timer = setInterval(
    () => {
      if (out.isTTY) out.write(`\r\u001B[2K${status().slice(0, (out.columns ?? 80) - 1)}`)
      else if (running.size > 0) out.write(`${status()}\n`)
    },
    out.isTTY ? statusEveryMs : lineEveryMs,
  )

  return {
    tests,
    failures,
    begin(part) {
      const log = join(folder, `${part.replaceAll(' ', '-')}.log`)
      const logFile = createWriteStream(log)
      const standing: Standing = { startedMs: performance.now(), logFile, planned: null, advanced: 0, passed: 0 }
      running.set(part, standing)
      if (!out.isTTY) print(`${clock(performance.now() - startedMs)}  ${part} begins`)
      return {
        planned: (count, unit) => (standing.planned = { count, unit }),
        advanced: () => (standing.advanced += 1),
        log: (text) => void logFile.write(text),
        ended(test) {
          tests.push({ ...test, part })
          const seconds = (test.ms / 1000).toFixed(1)
          logFile.write(
            `${test.outcome} ${seconds} s  ${test.file}  ${test.title}\n${test.error ? `${test.error}\n` : ''}`,
          )
          if (test.outcome === 'passed') standing.passed += 1
          if (test.outcome !== 'failed') return
          failures.push({ ...test, part, log: relative(root, log) })
          print(`✗ ${part}  ${test.file}  ${test.title}\n${indented(test.error ?? '')}`)
        },
      }
    },
    async end(part) {
      const logFile = running.get(part)?.logFile
      running.delete(part)
      if (logFile) await finished(logFile.end())
    },
    note: print,
    stop() {
      clearInterval(timer)
      clear()
    },
  }
}

function standingOf(part: string, { startedMs, planned, advanced, passed }: Standing): string {
  const seconds = clock(performance.now() - startedMs)
  if (!planned) return `${part} ${seconds}`
  const tests = planned.unit === 'tests' ? '' : `, ${passed} tests passed`
  return `${part} ${advanced} of ${planned.count} ${planned.unit}${tests}`
}

/** Minutes and seconds. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function indented(text: string, maxLines = shownErrorLines): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, maxLines).map((line) => `    ${line}`)
  if (lines.length > maxLines) shown.push(`    … ${lines.length - maxLines} lines more in the log`)
  return shown.join('\n')
}
