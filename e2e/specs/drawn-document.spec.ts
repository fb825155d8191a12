import type { BrowserContextOptions } from '@playwright/test'
import { infoPaths, landingPaths } from '@parley/protocol'
import { signInAs } from '@parley/testkit'
import { expectStill, hold, watchFirstView } from '../fixtures/firstView.ts'
import { dealt } from '../fixtures/fullLength.ts'
import {
  drawnHeading,
  goBackDrawn,
  gotoDrawn,
  openHeld,
  openVisitor,
  reloadDrawn,
  watchTakeover,
} from '../fixtures/takeover.ts'
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

for (const [at, [name, options, connected]] of visitors.entries())
  test(`drawn documents are taken over as they are by a visitor ${name}`, async ({ browser, cast, world }) => {
    const { alice, offerId } = await cast.offerBetweenTwo()
    const paths = ['/current-trades', `/trader/${alice.address}`, `/p2p/${offerId}`]
    for (const path of dealt(paths, at, visitors.length)) {
      const { page, complaints } = await openVisitor(browser, world.url, options, { connected })
      await page.request.get('/api/swap-offers/sync')
      await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
      const release = await openHeld(page, path)
      await expect(drawnHeading(page)).toBeVisible()
      const connect = page.getByRole('button', { name: 'CONNECT WALLET' })
      if (connected) await expect(connect).toHaveCount(0)
      else await expect(connect.first()).toBeVisible()
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
    // Nothing takes over what wasn't drawn: nothing is to be hidden until then.
    const { page } = await openVisitor(browser, world.url, options, { connected })
    await hold(page, '**/assets/*.js')
    await page.goto('/pending-trades', { waitUntil: 'commit' })
    await expect(page.locator('html[data-theme]')).toHaveCount(1)
    await expect(page.locator('html')).not.toHaveAttribute('data-returning')
    await page.context().close()
  })

for (const [at, [name, options, connected]] of visitors.entries())
  test(`articles are taken over as they are by a visitor ${name}`, async ({ browser, world }) => {
    for (const path of dealt(Object.values(infoPaths), at, visitors.length)) {
      const { page, complaints } = await openVisitor(browser, world.url, options, { connected })
      const release = await openHeld(page, path)
      await expect(drawnHeading(page)).toBeVisible()
      const connect = page.getByRole('button', { name: 'CONNECT WALLET' })
      if (connected) await expect(connect).toHaveCount(0)
      else await expect(connect).toBeVisible()
      const marked = page.locator('main h1[data-as="drawn"]')
      release()
      await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
      await expect(marked).toBeVisible()
      await expect(page.locator('html')).not.toHaveAttribute('data-returning')
      await expect(page.locator('header').getByRole('button', { name: /^CONNECT/ })).toBeVisible()
      // Each figure in the visitor's theme alone, with its file there.
      for (const figure of await page.locator('.article-figure').all()) {
        await figure.scrollIntoViewIfNeeded()
        await expect(figure.locator('img:visible')).toHaveCount(1)
        await expect(figure.locator('img:visible')).toHaveClass(`of-${options.colorScheme}`)
        await expect
          .poll(() => figure.locator('img:visible').evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBeGreaterThan(0)
      }
      // Going back to it later finds it as it was.
      await page.goto('/voice-test')
      await page.goBack()
      await expect(page.locator('main h1')).toBeVisible()
      expect([path, complaints]).toEqual([path, []])
      await page.context().close()
    }
  })

for (const [at, [name, options, connected]] of visitors.entries())
  test(`the landing page is taken over, or replaced, for a visitor ${name}`, async ({ browser, world }) => {
    for (const path of dealt(landingPaths, at, visitors.length)) {
      const { page, complaints } = await openVisitor(browser, world.url, options, { connected })
      const release = await openHeld(page, path)
      await expect(page.getByRole('link', { name: 'Parley' }).first()).toBeVisible()
      const connect = page.getByRole('main').getByRole('button', { name: 'CONNECT WALLET' })
      expect(await drawnHeading(page).isVisible()).toBe(!connected)
      await expect(connect).toHaveCount(connected ? 0 : 1)
      const examples = page.locator('.welcome-print > img')
      await expect(examples).toHaveCount(4)
      await examples.evaluateAll((all) => all.forEach((one) => one.setAttribute('data-as', 'drawn')))
      release()
      await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
      await expect(page.locator('html')).not.toHaveAttribute('data-returning')
      await expect(page.locator('main h1[data-as="drawn"]')).toHaveCount(connected ? 0 : 1)
      await expect(page.locator('main h1')).toBeVisible()
      if (!connected) {
        // Their code comes with the list of collections, and takes them over too.
        await expect(page.locator('#collections')).toBeAttached()
        await expect(page.locator('.welcome-print > img[data-as="drawn"]')).toHaveCount(4)
        await connect.click()
        await expect(page.getByRole('dialog')).toBeVisible()
      }
      expect([path, complaints]).toEqual([path, []])
      await page.context().close()
    }
  })

test('a page starts in a tab that paints nothing', async ({ browser, world }) => {
  const { page, complaints } = await openVisitor(browser, world.url)
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

test('scripts wait until the document is on screen, not only in a frame', async ({ browser, world }) => {
  const { page, complaints } = await openVisitor(browser, world.url)
  await page.addInitScript(() => {
    // The test says when something has been painted, and no deadline passes until then.
    const { setTimeout } = window
    Object.assign(window, {
      PerformanceObserver: class {
        constructor(tell: () => void) {
          Object.assign(window, { tellPainted: tell })
        }
        observe(): void {}
      },
      setTimeout: (next: () => void, ms = 0) => (ms < 500 ? setTimeout(next, ms) : 0),
    })
  })
  await gotoDrawn(page, '/help')
  const scripts = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(await scripts()).toBe(0)
  await page.evaluate(() => Reflect.get(window, 'tellPainted')())
  await expect.poll(scripts).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a press that comes before the scripts is answered once they have taken over', async ({
  browser,
  cast,
  world,
}) => {
  const { offerId } = await cast.offerBetweenTwo()
  const { page, complaints } = await openVisitor(browser, world.url)
  await page.request.get('/api/swap-offers/sync')
  const release = await openHeld(page, `/p2p/${offerId}`)
  await page.locator('.slip-stub').getByRole('button', { name: 'CONNECT WALLET' }).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const
for (const viewport of viewports)
  test(`nothing moves when the fonts come after a drawn document, at ${viewport.width} px`, async ({
    browser,
    cast,
    world,
  }) => {
    const { alice, offerId } = await cast.offerBetweenTwo()
    const paths = [`/p2p/${offerId}`, '/current-trades', `/trader/${alice.address}`]
    for (const path of paths) {
      const { page } = await openVisitor(browser, world.url, { viewport })
      await page.request.get('/api/swap-offers/sync')
      await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
      const seen = await watchFirstView(page)
      const releaseFonts = await hold(page, '**/*.woff2')
      const releaseScripts = await openHeld(page, path)
      await expect(drawnHeading(page)).toBeVisible()
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
      const loaded = () =>
        page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))
      const ours = expect.arrayContaining([
        expect.stringMatching(/Young Serif"?$/),
        expect.stringMatching(/Variable"?$/),
      ])
      expect(await loaded()).not.toEqual(ours)
      releaseFonts()
      await expect.poll(loaded).toEqual(ours)
      releaseScripts()
      await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
      expectStill(await seen())
      await page.context().close()
    }
  })

const workers = ['allow', 'block'] as const
for (const [at, serviceWorkers] of workers.entries())
  test(`a document is taken over after a reload and after going back as well, with a service worker: ${serviceWorkers}`, async ({
    browser,
    cast,
    world,
  }) => {
    const { alice, offerId } = await cast.offerBetweenTwo()
    const { page, complaints } = await openVisitor(browser, world.url, { serviceWorkers })
    await page.request.get('/api/swap-offers/sync')
    await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
    const by = serviceWorkers === 'allow' ? 'by the worker' : 'by the server'
    if (serviceWorkers === 'allow') {
      await page.goto('/help')
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    }
    const takeover = await watchTakeover(page)
    const paths = [`/p2p/${offerId}`, '/current-trades', `/trader/${alice.address}`]
    for (const path of dealt(paths, at, workers.length)) {
      await gotoDrawn(page, path)
      await expect.poll(takeover).toEqual(['navigate', by, 'taken over'])
      await reloadDrawn(page)
      await expect.poll(takeover).toEqual(['reload', by, 'taken over'])
      await goBackDrawn(page)
      await expect.poll(takeover).toEqual(['back_forward', by, 'taken over'])
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

test('going back to a document of an hour ago shows nothing of it', async ({ browser, cast, world }) => {
  const { offerId } = await cast.offerBetweenTwo()
  const { page, complaints } = await openVisitor(browser, world.url)
  await page.request.get('/api/swap-offers/sync')
  const takeover = await watchTakeover(page)
  await gotoDrawn(page, `/p2p/${offerId}`)
  await expect.poll(takeover).toEqual(['navigate', 'by the server', 'taken over'])
  await page.goto('/health')
  await page.addInitScript(() => {
    const real = Date.now
    Date.now = () => real() + 3_600_000
  })
  await page.goBack()
  await expect.poll(takeover).toEqual(['back_forward', 'by the server', 'drawn by the page'])
  await expect(page.getByText('In escrow').first()).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('documents are taken over by the creator and the recipient of an offer, connected and signed in', async ({
  cast,
  seat,
  world,
}) => {
  const { alice, bob, offerId } = await cast.offerBetweenTwo()
  for (const member of [alice, bob]) {
    const person = await seat(member.address)
    const { page } = person
    const [, name = '', value = ''] =
      /^([^=]+)=([^;]+)/.exec((await signInAs(world.url, { account: member })).headers()['cookie'] ?? '') ?? []
    await page.context().addCookies([{ name, value, url: world.url }])
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await person.rememberWallet()
    await page.request.get('/api/swap-offers/sync')
    await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
    for (const path of [`/p2p/${offerId}`, '/current-trades', `/trader/${alice.address}`]) {
      await gotoDrawn(page, path)
      if (path.startsWith('/p2p'))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          member === alice ? 'Your offer' : 'An offer for you',
        )
      await expect(page.locator('.wallet-chip').first()).toBeVisible()
    }
    expect(complaints).toEqual([])
  }
})
