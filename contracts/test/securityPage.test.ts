import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const tests = join(import.meta.dirname)
const page = readFileSync(join(tests, '../../docs/security.md'), 'utf8')
const sources = globSync('attack/*.t.sol', { cwd: tests }).map((file) => readFileSync(join(tests, file), 'utf8'))

function names(text: string, before: string): string[] {
  return [...text.matchAll(new RegExp(`${before}(test_Attack_\\w+)`, 'g'))].map((match) => match[1] ?? '').toSorted()
}

describe('the security page', () => {
  const written = sources.flatMap((source) => names(source, 'function ')).toSorted()

  it('names every attack that is tested, once', () => {
    expect(names(page, '`')).toEqual(written)
  })

  it('has attacks to name', () => {
    expect(written.length).toBeGreaterThan(100)
  })
})
