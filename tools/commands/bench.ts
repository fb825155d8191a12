import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bench, BenchRow } from '../../bench/Bench.ts'
import { buildPage } from '../page/buildPage.ts'
import { run as runProgram } from '../process/run.ts'

/**
 * `pnpm bench NAME [--json]` measures, and prints a table for people or one JSON object a line; `pnpm bench all` measures
 * everything. How to read it: bench/README.md.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'bench')

function names(): string[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z][a-z-]*\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
}

async function load(name: string): Promise<Bench> {
  const module: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
  return module.bench
}

function ratio(row: BenchRow): number {
  return Number((row.figure / row.reference).toFixed(4))
}

function machine(): string {
  const [first] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const memoryGib = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} x ${first?.model ?? 'unknown processor'}, ${memoryGib} GiB, Linux ${release()}, Node ${process.versions.node}, commit ${commit}`
}

function printTable(name: string, about: string, rows: readonly BenchRow[]): void {
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
  console.log([`${name}: ${about}`, machine(), '', line(head), ...table.map(line)].join('\n'))
}

function format(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: 3 })
}

function printJson(name: string, rows: readonly BenchRow[]): void {
  for (const row of rows) {
    const { figure, unit, reference, against } = row
    console.log(JSON.stringify({ bench: name, case: row.case, figure, unit, reference, against, ratio: ratio(row) }))
  }
}

/**
 * Each in a process of its own, so that none inherits another's memory; those that count or wait beside each other, the others by
 * themselves. @returns whether all were measured.
 */
async function measureAll(json: boolean): Promise<boolean> {
  const all = await Promise.all(names().map(async (name) => ({ name, bench: await load(name) })))
  const besides = all.filter(({ bench }) => bench.besides)
  const measured = await Promise.all(besides.map(({ name }) => measureApart(name, json)))
  for (const { name, bench } of all) if (!bench.besides) measured.push(await measureApart(name, json))
  return measured.every(Boolean)
}

async function measureApart(name: string, json: boolean): Promise<boolean> {
  const args = [import.meta.filename, name, ...(json ? ['--json'] : [])]
  const { ok, output, seconds } = await runProgram(process.execPath, args, { timeoutMs: benchTimeoutMs })
  console.log(output.trim() + (json ? '' : '\n'))
  console.error(`${ok ? 'measured' : 'FAILED'} ${name} in ${seconds.toFixed(0)} s`)
  return ok
}

const benchTimeoutMs = 900_000

async function measure(name: string, json: boolean): Promise<void> {
  const { about, opensPage, run } = await load(name)
  if (opensPage) await buildPage('production')
  const rows = await run()
  if (json) printJson(name, rows)
  else printTable(name, about, rows)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const [name] = positionals
if (name === 'all') process.exitCode = (await measureAll(values.json)) ? 0 : 1
else if (name !== undefined && existsSync(join(folder, `${name}.ts`))) await measure(name, values.json)
else {
  console.error(`Usage: pnpm bench NAME [--json], where NAME is all or one of: ${names().join(', ')}`)
  process.exitCode = 2
}
