import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { startWorld } from '@parley/testkit'
import { takeIcons } from './takeIcons.ts'
import { takeInfoPictures, type PictureSize } from './takeInfoPictures.ts'

export interface PictureFolders {
  readonly chromiumPath: string
  /** The folder of the built page. */
  readonly webDist: string
  /** The product's mark, an SVG. */
  readonly markFile: string
  readonly iconFolder: string
  readonly infoFolder: string
}

/** Makes the icons and the screenshots for the information pages. @returns the screenshots' sizes. */
export async function takePictures(folders: PictureFolders): Promise<Readonly<Record<string, PictureSize>>> {
  await mkdir(folders.iconFolder, { recursive: true })
  await mkdir(folders.infoFolder, { recursive: true })
  const world = await startWorld({ seed: 'demo', webDist: folders.webDist })
  const browser = await chromium.launch({
    executablePath: folders.chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
  })
  try {
    await takeIcons(browser, folders.markFile, folders.iconFolder)
    return await takeInfoPictures(world, browser, folders.infoFolder)
  } finally {
    await browser.close()
    await world.stop()
  }
}
