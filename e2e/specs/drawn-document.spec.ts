import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { hold } from '../fixtures/firstView.ts'
import { expect, test } from '../fixtures/test.ts'

const visitors: readonly (readonly [name: string, options: BrowserContextOptions, connected: boolean])[] = [
  [
    'in Tokyo, in the dark, on a phone',
    { timezoneId: 'Asia/Tokyo', locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    false,
  ],
  [
    'in Los Angeles, in the light',
    {
      timezoneId: 'America/Los_Angeles',
      locale: 'en-US',
      colorScheme: 'light',
      viewport: { width: 1280, height: 900 },
    },
    false,
  ],
  [
    'with a wallet that was connected before',
    { timezoneId: 'Asia/Kolkata', locale: 'ar-EG', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    true,
  ],
]

/** Opens a page in a browser of its own. `complaints`: what React and the page's code report. */
async function open(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
  connected: boolean,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ baseURL, ...options })
  const page = await context.newPage()
  if (connected) await page.addInitScript(() => localStorage.setItem('wagmi.recentConnectorId', '"gone"'))
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  return { page, complaints }
}

for (const [name, options, connected] of visitors)
  test(`drawn documents are taken over as they are by a visitor ${name}`, async ({ browser, cast, world }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
    for (const path of [`/p2p/${offerId}`, '/current-trades', `/trader/${alice.address}`]) {
      const { page, complaints } = await open(browser, world.url, options, connected)
      await page.request.get('/api/swap-offers/sync')
      await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
      const release = await hold(page, '**/assets/*.js')
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('#root[data-drawn] main h1')).toBeVisible()
      const connect = page.getByRole('button', { name: 'CONNECT WALLET' })
      if (connected) await expect(connect).toHaveCount(0)
      else await expect(connect.first()).toBeVisible()
      await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-as', 'drawn'))
      const worldCode = await hold(page, '**/assets/world-*')
      release()
      await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
      await expect(page.locator('main h1')).toHaveAttribute('data-as', 'drawn')
      await expect(page.locator('html')).not.toHaveAttribute('data-returning')
      worldCode()
      await expect(page.locator('main h1:not([data-as])')).toBeVisible()
      expect([path, complaints]).toEqual([path, []])
      await page.context().close()
    }
  })

test('a page starts in a tab that paints nothing', async ({ browser, world }) => {
  const { page, complaints } = await open(browser, world.url, {}, false)
  await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
  // What a hidden tab does; Chromium without a window has none.
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window)
    Object.assign(window, {
      requestAnimationFrame: (next: FrameRequestCallback) =>
        document.querySelector('.theme-toggle:enabled') ? real(next) : 0,
    })
  })
  await page.goto('/current-trades')
  await expect(page.locator('.theme-toggle:enabled')).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a press that comes before the scripts is answered once they have taken over', async ({
  browser,
  cast,
  world,
}) => {
  const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
  await cast.approve(alice, ...alice.nfts)
  const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
  const { page, complaints } = await open(browser, world.url, {}, false)
  await page.request.get('/api/swap-offers/sync')
  const release = await hold(page, '**/assets/*.js')
  await page.goto(`/p2p/${offerId}`, { waitUntil: 'commit' })
  await page.locator('.slip-stub').getByRole('button', { name: 'CONNECT WALLET' }).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})
