import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

/** An app icon. */
interface Icon {
  readonly file: string
  readonly sizePx: number
  /** The mark's share of the icon's width. Systems crop maskable icons to any shape within a circle of 80 %. */
  readonly markShare: number
  /** Corner radius as a share of the icon's width; 0 if the system crops the corners. */
  readonly cornerShare: number
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', sizePx: 192, markShare: 0.72, cornerShare: 0.2 },
  { file: 'icon-512.png', sizePx: 512, markShare: 0.72, cornerShare: 0.2 },
  { file: 'maskable-512.png', sizePx: 512, markShare: 0.52, cornerShare: 0 },
  { file: 'apple-touch-180.png', sizePx: 180, markShare: 0.62, cornerShare: 0 },
]

/** The icon's background: the page's light `--paper`. */
const paper = '#fffdf7'

/** Makes the icons from the product's mark. @param markFile an SVG that works on any background. */
export async function takeIcons(browser: Browser, markFile: string, folder: string): Promise<void> {
  const mark = `data:image/svg+xml,${encodeURIComponent(await readFile(markFile, 'utf8'))}`
  const page = await browser.newPage({ colorScheme: 'light' })
  for (const { file, sizePx, markShare, cornerShare } of icons) {
    await page.setViewportSize({ width: sizePx, height: sizePx })
    await page.setContent(
      `<style>body{margin:0}div{display:grid;place-items:center;height:100vh;background:${paper};border-radius:${cornerShare * 100}%}img{width:${markShare * 100}%}</style><div><img src="${mark}" alt=""></div>`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    await page.screenshot({ path: join(folder, file), omitBackground: true })
  }
  await page.close()
}
