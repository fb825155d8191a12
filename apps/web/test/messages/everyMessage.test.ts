import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generalMessages } from '../../src/messages/generalMessages.ts'

const root = join(import.meta.dirname, '../../../..')
const tests = ['apps/web/test/**/*.test.{ts,tsx}', 'e2e/specs/**/*.spec.ts']

/**
 * Messages named by tests: `says('key', …)`, `saysAll(['key'], …)`, or `[says key, key]` in a title. Each such test
 * creates the condition that shows the message, and looks for its text.
 */
function namedIn(source: string): readonly string[] {
  const called = [...source.matchAll(/\bsays\(\s*'(\w+)'/g)].map(([, key = '']) => key)
  const together = [...source.matchAll(/\bsaysAll\(\s*\[([^\]]*)\]/g)].flatMap(([, keys = '']) => keys.split(/[\s,']+/))
  const titled = [...source.matchAll(/\[says ([\w\s,]+)\]/g)].flatMap(([, keys = '']) => keys.split(/[\s,]+/))
  return [...called, ...together, ...titled].filter((key) => key !== '')
}

const page = globSync('apps/web/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/messages/general/**', '**/messages.ts'],
})
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

/** Whether the page uses the entry. A text may be added before its screen. */
function isShown(key: string): boolean {
  return page.includes(`messages.${key}.`) || page.includes(`messages.${key}\n`) || page.includes(`'${key}'`)
}

const named = new Set(
  globSync(tests, { cwd: root, exclude: ['**/everyMessage.test.ts'] }).flatMap((file) =>
    namedIn(readFileSync(join(root, file), 'utf8')),
  ),
)
const keys = Object.keys(generalMessages)

describe('given every message of the catalogue', () => {
  it('has a test of the condition that shows it', () => {
    expect(keys.filter((key) => isShown(key) && !named.has(key))).toEqual([])
  })

  it('is there for every test that names one', () => {
    expect([...named].filter((key) => !keys.includes(key))).toEqual([])
  })
})
