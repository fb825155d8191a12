import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

const literal = /(?:toLocale(?:Date|Time)?String|DateTimeFormat|NumberFormat|PluralRules|Collator)\(\s*['"`)]/

it('formats every number and date of the product by the one locale', () => {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => literal.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
