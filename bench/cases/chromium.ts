import { join } from 'node:path'
import { startWorld, type World } from '@parley/testkit'
import { chromium, type Browser, type Page } from '@playwright/test'

/** Where the built page is. */
export const webDist = join(import.meta.dirname, '../../apps/web/dist')

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** Runs with Chromium and an empty world that serves the built page. Both end with the work. */
export async function withChromium<T>(work: (browser: Browser, world: World) => Promise<T>): Promise<T> {
  const world = await startWorld({ seed: 'empty', webDist })
  const browser = await openChromium()
  try {
    return await work(browser, world)
  } finally {
    await browser.close()
    await world.stop()
  }
}

/** Connects the wallet of this name on the swap page. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /connect wallet/i })
    .first()
    .click()
  await page.getByRole('button', { name }).click()
}
