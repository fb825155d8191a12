import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { startWorld } from '@parley/testkit'
import { takeInfoPictures, type PictureSize } from './takeInfoPictures.ts'

export interface PictureFolders {
  readonly chromiumPath: string
  /** The folder of the built page. */
  readonly webDist: string
  readonly infoFolder: string
  /** Screenshots to take; all if empty. */
  readonly only: readonly string[]
}

/** Makes the screenshots for the information pages. @returns the screenshots' sizes. */
export async function takePictures(folders: PictureFolders): Promise<Readonly<Record<string, PictureSize>>> {
  // With shadows, and without the tests' leave not to paint (`e2e/fixtures/Person.ts`).
  process.env['PAINTED'] = 'yes'
  await mkdir(folders.infoFolder, { recursive: true })
  const world = await startWorld({ seed: 'demo', webDist: folders.webDist })
  const browser = await chromium.launch({
    executablePath: folders.chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
  })
  try {
    return await takeInfoPictures(world, browser, folders)
  } finally {
    await browser.close()
    await world.stop()
  }
}
