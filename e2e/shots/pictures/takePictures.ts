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
  /** Screenshots to take; all, and the icons, if empty. */
  readonly only: readonly string[]
}

/** Makes the icons and the screenshots for the information pages. @returns the screenshots' sizes. */
export async function takePictures(folders: PictureFolders): Promise<Readonly<Record<string, PictureSize>>> {
  // With shadows, and without the tests' leave not to paint (`e2e/fixtures/Person.ts`).
  process.env['PAINTED'] = 'yes'
  await mkdir(folders.iconFolder, { recursive: true })
  await mkdir(folders.infoFolder, { recursive: true })
  const world = await startWorld({ seed: 'demo', webDist: folders.webDist })
  const browser = await chromium.launch({
    executablePath: folders.chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
  })
  try {
    if (folders.only.length === 0) await takeIcons(browser, folders.markFile, folders.iconFolder)
    return await takeInfoPictures(world, browser, folders)
  } finally {
    await browser.close()
    await world.stop()
  }
}
