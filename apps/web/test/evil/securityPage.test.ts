import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverLieNames } from '@parley/testkit'
import { describe, expect, it } from 'vitest'
import { flows } from './scenes.ts'
import { table } from './table.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const chapter = /## What a lying server can do\n([^]*?)\n## /.exec(read('docs/security.md'))?.[1] ?? ''

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const lines = chapter.split('\n')
const headAt = lines.findIndex((line) => line.startsWith('| Lie | create |'))
const [, ...columns] = cellsOf(lines[headAt] ?? '')
const rows = lines.slice(headAt + 2, lines.indexOf('', headAt)).map(cellsOf)

/** `file` *words of a title*, as the page names a test. */
const named = [...chapter.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)` \*([^*]+)\*/g)].map(
  ([, file = '', title = '']) => [file, title] as const,
)

describe('the table of lies in docs/security.md', () => {
  it('has a column for every flow', () => {
    expect(columns).toEqual(Object.keys(flows))
  })

  it('has the rows and outcomes that are tested, and no others', () => {
    const tested = table.map(({ lie, outcomes }) => [
      lie,
      ...columns.map((flow) => Object.entries(outcomes).find(([name]) => name === flow)?.[1] ?? '·'),
    ])
    expect(rows).toEqual(tested)
  })

  it('leaves out no lie of the server but those that a browser is shown', () => {
    const browser = read('e2e/specs/evil-server.spec.ts')
    const told = new Set(table.flatMap(({ plot }) => plot.server))
    const passive = new Set(['tells of an escrow’s record that never was', 'names its own relays'])
    expect(
      serverLieNames.filter((lie) => !told.has(lie) && !browser.includes(`'${lie}'`) && !passive.has(lie)),
    ).toEqual([])
  })

  it('names tests', () => {
    expect(named.length).toBeGreaterThan(3)
  })

  it.each(named)('names a test that %s has: %s', (file, title) => {
    expect(read(file)).toContain(title)
  })
})
