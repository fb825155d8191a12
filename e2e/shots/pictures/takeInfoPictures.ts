import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { World } from '@parley/testkit'
import { schemes } from '../Shot.ts'
import { Stage } from '../Stage.ts'
import { infoScenes, type InfoScene } from './infoScenes.ts'

const windowPx = { width: 1280, height: 1000 } as const
const usualMarginPx = 24
/** Sharp on high-density screens, and still small. */
const scale = 1.5
const quality = 72

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Photographs parts of real screens in both themes as `NAME-light.webp` and `NAME-dark.webp`.
 * @returns their sizes on the page, in CSS pixels.
 */
export async function takeInfoPictures(
  world: World,
  browser: Browser,
  { infoFolder, only }: { readonly infoFolder: string; readonly only: readonly string[] },
): Promise<Readonly<Record<string, PictureSize>>> {
  const sizes: Record<string, PictureSize> = {}
  const unknown = only.find((name) => !infoScenes.some((scene) => scene.name === name))
  if (unknown !== undefined) throw new RangeError(`There is no picture ${unknown}.`)
  const wanted = infoScenes.filter(({ name }) => only.length === 0 || only.includes(name))
  for (const scene of wanted) {
    const stage = new Stage(world, browser, { viewport: windowPx, reducedMotion: 'reduce' })
    try {
      sizes[scene.name] = await takeScene(scene, await scene.reach(stage), infoFolder)
    } finally {
      await stage.close()
    }
  }
  return sizes
}

async function takeScene(scene: InfoScene, part: Locator, folder: string): Promise<PictureSize> {
  const { marginPx = usualMarginPx } = scene
  const page = part.page()
  await part.scrollIntoViewIfNeeded()
  let size: PictureSize = { width: 0, height: 0 }
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        [...document.images].every((image) => image.complete) &&
        document.getAnimations().every((one) => one.playState !== 'running'),
    )
    // A new theme paints images again, which are then decoded in their own time.
    await page.evaluate(async () => {
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    })
    const box = await part.boundingBox()
    if (!box) throw new Error(`${scene.name} is not on screen`)
    size = {
      width: Math.round(box.width + 2 * marginPx),
      height: Math.round(Math.min(box.height + 2 * marginPx, scene.mostHeightPx ?? Number.POSITIVE_INFINITY)),
    }
    const scrolled = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }))
    const corner = { x: box.x + scrolled.x - marginPx, y: box.y + scrolled.y - marginPx }
    await writeFile(join(folder, `${scene.name}-${scheme}.webp`), await photograph(page, { ...corner, ...size }))
  }
  return size
}

/** Playwright can't write WebP. */
async function photograph(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { ...clip, scale },
    captureBeyondViewport: true,
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
