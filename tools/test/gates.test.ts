import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateCache } from '../gates/gateCache.ts'
import { gates, type Gate, type GateInputs } from '../gates/gates.ts'
import { runGates } from '../gates/runGates.ts'
import { gateFaults } from '../planted/gateFaults.ts'
import { root } from '../root.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-gates-'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  write('pnpm-lock.yaml', 'one')
  write('text.md', 'good')
  write('other.css', 'p {}')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text)
}

/** Fails on `bad` in text.md, appends a line to `runs` each time, and then evaluates `extra`. */
function createGate(inputs: GateInputs = { files: /\.md$/ }, extra = '', narrow?: RegExp): Gate {
  const script = `
    const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
    appendFileSync('../${runsFile()}', ['run', ...process.argv.slice(1)].join(' ') + '\\n')
    if (readFileSync('text.md', 'utf8').includes('bad')) process.exitCode = 1
    ${extra}`
  return {
    name: 'wording',
    file: process.execPath,
    args: ['-e', script],
    cwd: folder,
    inputs,
    ...(narrow ? { narrow } : {}),
  }
}

const runsFile = (): string => `${folder.split('/').at(-1)}.runs`
const countRuns = (): number => {
  const path = join(folder, '..', runsFile())
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}
afterEach(() => rmSync(join(folder, '..', runsFile()), { force: true }))

const check = (gate: Gate): Promise<boolean> =>
  runGates([gate], openGateCache(folder, join(folder, '.git/gates.json')), () => {})

describe('a gate', () => {
  it('runs once for the same inputs', async () => {
    expect([await check(createGate()), await check(createGate())]).toEqual([true, true])
    expect(countRuns()).toBe(1)
  })

  it('runs again after a change of its inputs, and finds the error', async () => {
    await check(createGate())
    write('text.md', 'bad')
    expect(await check(createGate())).toBe(false)
  })

  it('does not run for a change elsewhere', async () => {
    await check(createGate())
    write('other.css', 'p { color: red }')
    await check(createGate())
    expect(countRuns()).toBe(1)
  })

  it('runs again for a new file, a removed file and another lockfile', async () => {
    const changes = [
      () => write('new.md', ''),
      () => rmSync(join(folder, 'new.md')),
      () => write('pnpm-lock.yaml', 'two'),
      () => write('more.md', ''),
    ]
    await check(createGate())
    for (const change of changes) {
      change()
      await check(createGate())
    }
    // Without the new file, the inputs are those of the first run.
    expect(countRuns()).toBe(changes.length)
  })

  it('fails until the error is gone', async () => {
    write('text.md', 'bad')
    expect([await check(createGate()), await check(createGate())]).toEqual([false, false])
    write('text.md', 'good')
    expect(await check(createGate())).toBe(true)
  })

  it('does not remember a pass if its inputs changed while it ran', async () => {
    await check(createGate(undefined, "writeFileSync('text.md', 'bad')"))
    expect(await check(createGate(undefined, "writeFileSync('text.md', 'bad')"))).toBe(false)
  })

  it('looks only at the part of a file that it reads', async () => {
    const gate = createGate({ files: /\.md$/, partOf: (text) => text.slice(0, 4) })
    await check(gate)
    write('text.md', 'good and more')
    await check(gate)
    expect(countRuns()).toBe(1)
    write('text.md', 'bad')
    expect(await check(gate)).toBe(false)
  })

  it('looks at changed modules and their importers, or at all files after any other change', async () => {
    write('a.ts', 'export const a = 1')
    write('b.ts', "import { a } from './a.ts'")
    write('c.ts', 'export const c = 1')
    const gate = createGate({ files: /\.(ts|css)$/ }, '', /\.ts$/)
    await check(gate)
    write('a.ts', 'export const a = 2')
    await check(gate)
    write('other.css', 'p { margin: 0 }')
    await check(gate)
    const runs = readFileSync(join(folder, '..', runsFile()), 'utf8')
      .trim()
      .split('\n')
    expect(runs).toEqual(['run', 'run a.ts b.ts', 'run'])
  })

  it('takes a broken cache for an empty one', async () => {
    await check(createGate())
    write('.git/gates.json', '{"wording": [')
    await check(createGate())
    expect(countRuns()).toBe(2)
  })
})

describe('the gates of this repository', () => {
  it('each have a planted fault', () => {
    expect(new Set(gateFaults.map(({ foundBy }) => foundBy[1]))).toEqual(new Set(gates.map(({ name }) => name)))
  })

  it.each(gateFaults)('let $foundBy see a change of $file', ({ file, right, wrong, foundBy }) => {
    const { files, partOf = (text: string) => text } = gates.find(({ name }) => name === foundBy[1])?.inputs ?? {
      files: /$^/,
    }
    const text = readFileSync(join(root, file), 'utf8')
    expect(text.split(right)).toHaveLength(2)
    expect(files.test(file)).toBe(true)
    expect(partOf(text.replace(right, () => wrong))).not.toBe(partOf(text))
  })
})
