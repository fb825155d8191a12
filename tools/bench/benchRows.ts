import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import type { BenchRow } from '../../bench/Bench.ts'
import { root } from '../root.ts'

/** A benchmark's rows as a readable table. */
export function tableOf(name: string, about: string, rows: readonly BenchRow[]): string {
  const table = rows.map((row) => [
    row.case,
    `${format(row.figure)} ${row.unit}`,
    `${format(row.reference)} ${row.against}`,
    ratio(row).toFixed(3),
  ])
  const head = ['case', 'figure', 'reference', 'ratio']
  const widths = head.map((title, column) =>
    Math.max(title.length, ...table.map((cells) => cells[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [`${name}: ${about}`, machine(), '', line(head), ...table.map(line)].join('\n')
}

/** A benchmark's rows as JSON, one object per line. */
export function jsonOf(name: string, rows: readonly BenchRow[]): string {
  return rows
    .map((row) => {
      const { figure, unit, reference, against } = row
      return JSON.stringify({ bench: name, case: row.case, figure, unit, reference, against, ratio: ratio(row) })
    })
    .join('\n')
}

function ratio(row: BenchRow): number {
  return Number((row.figure / row.reference).toFixed(4))
}

function format(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: 3 })
}

/** Includes the load: figures from a busy machine are worthless. */
function machine(): string {
  const [first] = cpus()
  const [load = Number.NaN] = loadavg()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const memoryGib = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} x ${first?.model ?? 'unknown processor'}, ${memoryGib} GiB, Linux ${release()}, Node ${process.versions.node}, load ${load.toFixed(1)}, commit ${commit}`
}
