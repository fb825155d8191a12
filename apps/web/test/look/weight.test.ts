import { join } from 'node:path'
import type { Plugin } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { weighPages, type PageWeight } from '../../weight/weighPages.ts'

// Every import weighs forty thousand bytes. It also splits the pages' chunks differently, which costs other pages up to a hundred.
const over = (weights: readonly PageWeight[]) =>
  weights.filter(({ bytes, budgetBytes }) => bytes > budgetBytes + 1_000).map(({ page }) => page)

// Without the imports, `npm run check -- weight` holds every page against its budget.
describe('given the production build, with a heavy import in some pages', () => {
  let weights: readonly PageWeight[]
  beforeAll(async () => {
    const files = [
      'pages/InfoPage.tsx',
      'pages/SwapPage.tsx',
      'pages/OfferPage.tsx',
      'pages/offer/OfferPreview.tsx',
      'pages/stats/StatsPreview.tsx',
      'pages/trader/TraderPreview.tsx',
    ]
    weights = await weighPages(files.map(heavyImportIn))
  })

  // The page that creates an offer shares the swap page's table.
  it('has those above their budgets, and no others', () => {
    expect(over(weights)).toEqual([
      'pages of information',
      'the swap page, connected',
      'one offer',
      'one offer, before its largest paint',
      'trade stats, before its largest paint',
      'a trader, before its largest paint',
      'creating an offer',
    ])
  })

  it('leaves wallets and chain for later on pages that do without', () => {
    const modules = weights
      .filter(({ page }) => /^the welcome|^pages of information|before its largest paint/.test(page))
      .flatMap((weight) => weight.modules)
    expect(modules.length).toBeGreaterThan(20)
    expect(
      modules.filter((name) => /node_modules\/(wagmi|@wagmi|viem|zod|@tanstack|radix-ui|@radix-ui)\//.test(name)),
    ).toEqual([])
  })
})

/** Forty kilobytes that don't compress, as a library would add. */
function heavyImportIn(file: string, at: number): Plugin {
  const heavy = `\0heavy ${at}`
  return {
    name: `heavy-import-${at}`,
    enforce: 'pre',
    resolveId: (source) => (source === `heavy ${at}` ? heavy : null),
    load: (id) => (id === heavy ? `globalThis.heavy${at} = ${JSON.stringify(noise(54_000, at + 1))}` : null),
    transform: (code, id) =>
      id === join(import.meta.dirname, '../../src', file) ? `import 'heavy ${at}'\n${code}` : null,
  }
}

/** Text without a pattern, the same each time. */
function noise(chars: number, seed: number): string {
  let state = seed
  let text = ''
  while (text.length < chars) {
    state = (state * 48_271) % 2_147_483_647
    text += state.toString(36).slice(1)
  }
  return text
}
