import { expect, type Page } from '@playwright/test'
import { barriers } from '../fixtures/barriers.ts'
import { overflowPx } from '../fixtures/overflowPx.ts'

/**
 * The ways in which every screen is looked at. What a theme can break is its contrast alone, so that is held against each
 * theme at each size, and all the other rules against each size once.
 */
const looks = [
  { colorScheme: 'light', width: 1280, rules: 'all' },
  { colorScheme: 'dark', width: 1280, rules: 'contrast' },
  { colorScheme: 'dark', width: 390, rules: 'all' },
  { colorScheme: 'light', width: 390, rules: 'contrast' },
] as const

const heightPx = 900

/** Some states exist at one width, or in one theme, only. */
interface Where {
  readonly widthsPx: readonly number[] | undefined
  readonly schemes: readonly string[] | undefined
}

/** Checks the page in both themes, on a desktop and on a phone: accessible, and without overflow. */
export async function expectSoundLooks(page: Page, where: Partial<Where> = {}): Promise<void> {
  const { widthsPx = [1280, 390], schemes = ['light', 'dark'] } = where
  for (const { colorScheme, width, rules } of looks) {
    if (!widthsPx.includes(width) || !schemes.includes(colorScheme)) continue
    await page.emulateMedia({ colorScheme })
    // The page follows a moment later. An earlier examination would see half of each theme.
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.setViewportSize({ width, height: heightPx })
    expect(await barriers(page, rules), `axe, ${colorScheme}, ${width} px`).toEqual([])
    expect(await overflowPx(page), `sideways scroll, ${colorScheme}, ${width} px`).toBe(0)
  }
}
