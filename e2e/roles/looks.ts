import { expect, type Page } from '@playwright/test'
import { barriers } from '../fixtures/barriers.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { overflowPx } from '../fixtures/overflowPx.ts'
import { rendered } from '../fixtures/rendered.ts'

/**
 * Theme and size combinations to examine: each theme and size once, with all rules. A theme can only break contrast:
 * `pnpm test:full` checks that for each theme at each size.
 */
const looks = [
  { colorScheme: 'light', width: 1280, rules: 'all', everyRun: true },
  { colorScheme: 'dark', width: 1280, rules: 'contrast', everyRun: false },
  { colorScheme: 'dark', width: 390, rules: 'all', everyRun: true },
  { colorScheme: 'light', width: 390, rules: 'contrast', everyRun: false },
] as const

const heightPx = 900

/** Some states exist at one width or in one theme only. */
interface Where {
  readonly widthsPx: readonly number[] | undefined
  readonly schemes: readonly string[] | undefined
}

/** Checks the page in both themes, on a desktop and on a phone: accessible, and without overflow. */
export async function expectSoundLooks(page: Page, where: Partial<Where> = {}): Promise<void> {
  const { widthsPx = [1280, 390], schemes = ['light', 'dark'] } = where
  for (const { colorScheme, width, rules, everyRun } of looks) {
    if (!everyRun && !isFullLength) continue
    if (!widthsPx.includes(width) || !schemes.includes(colorScheme)) continue
    await page.emulateMedia({ colorScheme })
    // The page switches a moment later. Examined earlier, half of each theme would show.
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.setViewportSize({ width, height: heightPx })
    await rendered(page)
    expect(await barriers(page, rules), `axe, ${colorScheme}, ${width} px`).toEqual([])
    expect(await overflowPx(page), `sideways scroll, ${colorScheme}, ${width} px`).toBe(0)
  }
}
