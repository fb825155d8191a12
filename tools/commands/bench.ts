import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bench } from '../../bench/Bench.ts'
import { jsonOf, tableOf } from '../bench/benchRows.ts'
import { durationRows, goalS, measureAll, type BenchPart } from '../bench/measureAll.ts'
import { buildPage } from '../page/buildPage.ts'
import { run as runProgram } from '../process/run.ts'
import { root } from '../root.ts'

/**
 * `pnpm bench NAME [--json]` measures, and prints a table or one JSON object per line.
 *
 * `pnpm bench all` measures everything. See bench/README.md.
 */
const folder = join(root, 'bench')

/** For one within `all`: on a quiet machine, none needs half of it. */
const withinAllMs = 480_000
/** Grace period for stopping what it started. */
const endingMs = 15_000

function names(): string[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z][a-z-]*\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
}

async function load(name: string): Promise<Bench> {
  const module: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
  return module.bench
}

async function partOf(name: string, json: boolean): Promise<BenchPart> {
  const { besides = false } = await load(name)
  const args = [import.meta.filename, name, `--within=${withinAllMs}`, ...(json ? ['--json'] : [])]
  return {
    name,
    besides,
    measure: () => runProgram(process.execPath, args, { timeoutMs: withinAllMs + endingMs }),
  }
}

/** @returns whether all succeeded. */
async function all(json: boolean): Promise<boolean> {
  const parts = await Promise.all(names().map((name) => partOf(name, json)))
  const beganMs = performance.now()
  const measured = await measureAll(parts, ({ name, ok, output, seconds }) => {
    // The output of a benchmark that failed half-way isn't a result.
    if (ok || !json) console.log(output.trim() + (json ? '' : '\n'))
    else console.error(output.trim())
    console.error(`${ok ? 'measured' : 'FAILED'} ${name} in ${seconds.toFixed(0)} s`)
  })
  const rows = durationRows(measured, (performance.now() - beganMs) / 1_000)
  const about = `how long each took, those that count beside each other, and all of them; the goal is ${goalS / 60} minutes.`
  console.log(json ? jsonOf('all', rows) : tableOf('all', about, rows))
  const failed = measured.filter(({ ok }) => !ok).map(({ name }) => name)
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`)
  return failed.length === 0
}

/** @param withinMs after which it stops itself and everything it started. */
async function one(name: string, json: boolean, withinMs: number | null): Promise<void> {
  if (withinMs !== null) {
    setTimeout(() => {
      console.error(`${name} was not measured within ${withinMs / 1_000} s.`)
      process.exit(1)
    }, withinMs).unref()
  }
  const { about, opensPage, run } = await load(name)
  if (opensPage) await buildPage('production')
  const rows = await run()
  console.log(json ? jsonOf(name, rows) : tableOf(name, about, rows))
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, within: { type: 'string' } },
})
const [name] = positionals
if (name === 'all') process.exitCode = (await all(values.json)) ? 0 : 1
else if (name !== undefined && existsSync(join(folder, `${name}.ts`)))
  await one(name, values.json, values.within === undefined ? null : Number(values.within))
else {
  console.error(`Usage: pnpm bench NAME [--json], where NAME is all or one of: ${names().join(', ')}`)
  process.exitCode = 2
}
