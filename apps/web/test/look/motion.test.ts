import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { scrollBehavior } from '../../src/ui/useMedia.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [true, 'auto'],
  [false, 'smooth'],
] as const)('where less motion is asked for (%s), the page scrolls to a place: %s', (matches, behavior) => {
  const matchMedia = (query: string) => ({ matches: matches && query === '(prefers-reduced-motion: reduce)' })
  vi.stubGlobal('window', { matchMedia })
  expect(scrollBehavior()).toBe(behavior)
})

it('nothing else scrolls smoothly', () => {
  const cwd = join(import.meta.dirname, '../../src')
  const smooth = globSync('**/*.{ts,tsx,css}', { cwd }).filter((file) =>
    /'smooth'|scroll-behavior: *smooth/.test(readFileSync(join(cwd, file), 'utf8')),
  )
  expect(smooth).toEqual(['ui/useMedia.ts'])
})

it('only what never moves has a filter, since one over moving parts is computed again for each frame', () => {
  const cwd = join(import.meta.dirname, '../../src')
  const filtered = globSync('**/*.css', { cwd }).flatMap((file) => {
    const css = readFileSync(join(cwd, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return [...css.matchAll(/([^{}]+)\{[^{}]*\bfilter:[^{}]*\}/g)].map(([, rule = '']) => rule.trim())
  })
  expect(filtered.toSorted()).toEqual(['.coin-stack svg', '.escrow-coin', '.home-queue', '.ticket'])
})
