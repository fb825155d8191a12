import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminMessages } from '../../src/text/admin.ts'
import { generalMessages } from '../../src/text/catalogue.ts'
import { signingMessages } from '../../src/text/explainFailure.ts'
import { voiceMessages } from '../../src/text/voice.ts'
import { texts } from './everyText.ts'

const root = join(import.meta.dirname, '../../../..')
const tests = ['apps/web/test/**/*.test.{ts,tsx}', 'e2e/specs/**/*.spec.ts']

/**
 * Texts named by tests: `says('key', …)`, `saysAll(['key'], …)`, or `[says key, key]` in a title. Each such test creates
 * the condition that shows the text, and looks for it.
 */
function namedIn(source: string): readonly string[] {
  const called = [...source.matchAll(/\bsays\(\s*'(\w+)'/g)].map(([, key = '']) => key)
  const together = [...source.matchAll(/\bsaysAll\(\s*\[([^\]]*)\]/g)].flatMap(([, keys = '']) => keys.split(/[\s,']+/))
  const titled = [...source.matchAll(/\[says ([\w\s,]+)\]/g)].flatMap(([, keys = '']) => keys.split(/[\s,]+/))
  return [...called, ...together, ...titled].filter((key) => key !== '')
}

const read = (pattern: string | readonly string[], exclude: readonly string[]): string =>
  globSync(pattern, { cwd: root, exclude })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

const named = new Set(namedIn(read(tests, ['**/everyMessage.test.ts'])))
const worded = { ...generalMessages, ...signingMessages, ...adminMessages, ...voiceMessages }

describe('given every message, and every text that a portal may word', () => {
  it('has a test of the condition that shows it', () => {
    expect(Object.keys(worded).filter((key) => !named.has(key))).toEqual([])
  })

  it('is there for every test that names one', () => {
    expect([...named].filter((key) => !(key in texts.general))).toEqual([])
  })
})
