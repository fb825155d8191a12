import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const page = readFileSync(join(root, 'docs/faults.md'), 'utf8')
/** `file` *words of a title*: how the page refers to a test. */
const named = [...page.matchAll(/`([\w./-]+\.test\.ts|[\w./-]+\.spec\.ts)` \*([^*]+)\*/g)].map(
  ([, file = '', title = '']) => [file, title] as const,
)

describe('the page of faults', () => {
  it('names tests', () => {
    expect(named.length).toBeGreaterThan(50)
  })

  it.each(named)('names a test that %s has: %s', (file, title) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(title)
  })
})
