import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

/** Another locale than the product's: a literal one, or the browser's. */
const other =
  /(?:toLocale(?:Date|Time)?String|(?:DateTime|RelativeTime|Number|List)Format|PluralRules|Collator)\(\s*(?:['"`)]|undefined)|\.localeCompare\(/

it('formats every number, date and list of the product by the one locale, and sorts names by it', () => {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => other.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
