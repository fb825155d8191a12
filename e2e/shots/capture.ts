import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { overflowPx } from '../fixtures/overflowPx.ts'
import { schemes, shotWidthsPx, type Scheme, type Shot, type ShotWidthPx } from './Shot.ts'

/** One picture of a state. */
export interface Capture {
  readonly file: string
  readonly widthPx: ShotWidthPx
  readonly scheme: Scheme
  readonly heightPx: number
  /** A visible defect: the page scrolls horizontally. */
  readonly problem: string | null
}

export const viewHeightsPx: Readonly<Record<ShotWidthPx, number>> = { 390: 844, 1280: 900 }
/** Longer pages are cropped: the end of ten thousand tiles is useless. */
const mostHeightPx = 5_000
const settleMs = 60_000

/** For states that only a phone has: everything else is reached at desktop width. */
export async function holdPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: viewHeightsPx[390] })
}

/** Photographs a state at its widths and in both themes, by resizing and emulation in one browser. */
export async function capture(
  page: Page,
  shot: Shot,
  { folder, name }: { folder: string; name: string },
): Promise<Capture[]> {
  const captures: Capture[] = []
  for (const widthPx of shot.widthsPx ?? shotWidthsPx) {
    await page.setViewportSize({ width: widthPx, height: viewHeightsPx[widthPx] })
    for (const scheme of shot.schemes ?? schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await settle(page, shot.extent ?? 'page', scheme)
      const file = `${name}-${widthPx}-${scheme}.png`
      const heightPx = await photograph(page, { path: join(folder, file), extent: shot.extent ?? 'page', widthPx })
      captures.push({ file, widthPx, scheme, heightPx, problem: await sideways(page) })
    }
  }
  return captures
}

/** Waits until the theme matches, fonts and images have loaded, and animations have ended. */
async function settle(page: Page, extent: 'page' | 'view', scheme: Scheme): Promise<void> {
  if (extent === 'page') {
    await page.evaluate(async (most) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isMissing = (image: HTMLImageElement) => {
        const { top, bottom } = image.getBoundingClientRect()
        return !image.complete && bottom > 0 && top < window.innerHeight
      }
      const framesPerStep = 120
      const painted = async () => {
        await frame()
        await frame()
        for (let left = framesPerStep; left > 0 && [...document.images].some(isMissing); left -= 1) await frame()
      }
      for (let y = 0; y < Math.min(document.documentElement.scrollHeight, most); y += window.innerHeight) {
        window.scrollTo(0, y)
        await painted()
      }
      window.scrollTo(0, 0)
      await painted()
    }, mostHeightPx)
  }
  await page.waitForFunction(
    (theme) =>
      // The page learns of the colour scheme a moment after the browser.
      document.documentElement.dataset['theme'] === theme &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      document
        .getAnimations()
        .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
    scheme,
    { timeout: settleMs },
  )
}

interface Photograph {
  readonly path: string
  readonly extent: 'page' | 'view'
  readonly widthPx: ShotWidthPx
}

/** @returns the picture's height. */
async function photograph(page: Page, { path, extent, widthPx }: Photograph): Promise<number> {
  const fullPx = await page.evaluate(() => document.documentElement.scrollHeight)
  const heightPx = extent === 'view' ? viewHeightsPx[widthPx] : Math.min(fullPx, mostHeightPx)
  const fullPage = extent === 'page'
  const clip = { x: 0, y: 0, width: widthPx, height: heightPx }
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', fullPage, ...(fullPage ? { clip } : {}) })
  return heightPx
}

async function sideways(page: Page): Promise<string | null> {
  const overPx = await overflowPx(page)
  return overPx > 0 ? `can be scrolled sideways by ${overPx} px` : null
}
