import type { Page } from '@playwright/test'
import { hold } from '../fixtures/firstView.ts'
import { standStill } from '../fixtures/standStill.ts'
import { untilDrawn } from '../fixtures/takeover.ts'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'

const theme = () => document.documentElement.dataset['theme']
const ground = () => getComputedStyle(document.body).backgroundColor
const night = 'rgb(21, 19, 14)'
const day = 'rgb(244, 242, 236)'

/** The page before its scripts have loaded. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined)
}

test.describe('given a preferred colour scheme', () => {
  test('the system decides until the user chooses; the choice is kept and shown before any script has loaded', async ({
    page,
    world,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${world.url}/help`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([await page.evaluate(theme), await page.evaluate(ground)]).toEqual(['dark', night])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => page.evaluate(theme)).toBe('light')

    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    expect(await page.evaluate(() => localStorage.getItem('parley-theme'))).toBe('dark')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(theme)).toBe('dark')

    await untilDrawn(page, `${world.url}/help`)
    await withoutScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('#root[data-drawn]').waitFor()
    expect(await page.evaluate(theme)).toBe('dark')
    await expect.poll(() => page.evaluate(ground)).toBe(night)
    const bars = () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter((meta) => matchMedia(meta.media).matches)
        .map((meta) => meta.content)
    expect(await page.evaluate(bars)).toEqual(['#15130e'])
  })

  test('a change of the system’s scheme before the scripts have loaded is followed', async ({ page, world }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await untilDrawn(page, `${world.url}/help`)
    const release = await hold(page, '**/assets/*.js')
    await page.goto(`${world.url}/help`, { waitUntil: 'commit' })
    await page.locator('#root[data-drawn] h1').waitFor()
    expect(await page.evaluate(theme)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    release()
    await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
    await expect.poll(() => page.evaluate(theme)).toBe('light')
  })

  test('the system’s scheme is used before any script has loaded, without a choice of the user', async ({
    page,
    world,
  }) => {
    await withoutScripts(page)
    for (const [colorScheme, colour] of [
      ['dark', night],
      ['light', day],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${world.url}/voice-test`, { waitUntil: 'commit' })
      await page.locator('.splash').waitFor()
      // The splash is in the document before the style sheet loads; nothing is painted until then.
      await expect.poll(() => page.evaluate(ground)).toBe(colour)
    }
  })
})

test.describe('given pictures of the shell that do not come', () => {
  test('one that fails is a warning, and the page mounts', async ({ page, world }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.route('**/flecks-*.svg', (route) => route.abort())
    await page.goto(`${world.url}/voice-test`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // One that fails late is waited for no longer than one that never answers.
    await expect.poll(() => warnings.filter((text) => text.includes('Could not preload'))).toHaveLength(1)
  })

  test('one that never answers holds the page up for two seconds and no longer', async ({ page, world }) => {
    await standStill(page)
    await page.addInitScript(() => {
      window.Image = class extends Image {
        constructor() {
          super()
          document.documentElement.dataset['picturesAsked'] = ''
        }
      }
    })
    await page.route('**/parley.svg', () => undefined)
    await page.goto(`${world.url}/voice-test`, { waitUntil: 'commit' })
    await page.locator('html[data-pictures-asked]').waitFor()
    await page.clock.runFor(1_900)
    await expect(page.locator('.splash')).toBeVisible()
    await page.clock.runFor(200)
    await page.clock.resume()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('given a portal that has a look of its own', () => {
  test('its first view comes without waiting for any time to pass', async ({ page, world }) => {
    await standStill(page)
    await page.goto(`${world.url}/ASOverse`)
    await expect(page.getByRole('heading', { level: 1, name: 'ASOVERSE TRADING PORTAL' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'CONNECT' }).first()).toBeVisible()
  })
})

test.describe('given pages whose parts come in files of their own', () => {
  // After drawing a placeholder, React waits 300 ms before it replaces it.
  for (const [path, heading] of [
    ['/help', 'Help'],
    ['/current-trades', 'Trade Stats'],
    ['/pending-trades', 'My Pending Trades'],
    ['/voice-test', 'Voice test'],
  ] as const)
    test(`${path} renders as soon as they are loaded, without a delay`, async ({ page, world }) => {
      await standStill(page)
      await page.goto(world.url + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })

  test('a slow page shows its frame first, and renders as soon as its parts are loaded', async ({ page, world }) => {
    const parts = Promise.withResolvers<void>()
    await page.route('**/assets/PendingTradesPage-*.js', async (route) => {
      await parts.promise
      await route.continue()
    })
    await standStill(page)
    const begun = page.waitForEvent('console', (message) => message.text() === 'begun')
    await page.addInitScript(() => {
      const wait = window.setTimeout
      // The first wait of 150 ms is the splash's.
      Object.assign(window, {
        setTimeout: (call: () => void, ms?: number) => {
          if (ms === 150) console.log('begun')
          return wait(call, ms)
        },
      })
    })
    await page.goto(`${world.url}/pending-trades`, { waitUntil: 'commit' })
    await begun
    await page.clock.runFor(200)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    parts.resolve()
    await expect(page.getByRole('heading', { level: 1, name: 'My Pending Trades' })).toBeVisible()
  })

  test('one whose words cannot be had says so, and does not ask for them without end', async ({ page, world }) => {
    let asked = 0
    await page.route('**/assets/howItWorks-*.js', (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto(`${world.url}/help`)
    // Before that the browser would fetch another document, whose scripts ask once more.
    await expect(page.getByRole('button', { name: /^Switch to the/ })).toBeEnabled()
    await page.getByRole('contentinfo').getByRole('link', { name: 'How it works' }).click()
    await expect(page.getByRole('alert')).toContainText('The page couldn’t start')
    // Once on hover, once when drawn.
    expect(asked).toBeLessThanOrEqual(2)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible()
  })

  test('a hovered link is prefetched before the click, and then renders at once', async ({ page, world }) => {
    await standStill(page)
    // Help is drawn, and its scripts wait for time to pass.
    await page.goto(`${world.url}/pending-trades`)
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'How it works' })
    const words = page.waitForResponse('**/assets/howItWorks-*.js')
    await link.hover()
    // The browser downloads a file once: importing it again shows that it has been read.
    await page.evaluate((url) => import(url), (await words).url())
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible()
  })

  test('hovering links and scrolling to the end loads no wallet or chain code', async ({ page, world }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${world.url}/p2p`)
    await page.getByRole('link', { name: 'Trade Stats' }).first().hover()
    // The collections and their supplies come at the end of the page, once it is idle. Later, they would push the footer away.
    await expect(page.locator('#collections')).toBeAttached()
    const collections = page.waitForResponse('**/api/collections')
    const words = page.waitForResponse('**/assets/help-*.js')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).hover()
    await words
    await collections
    expect(asked.filter((url) => /\/assets\/(world|StatsPage)-/.test(url))).toEqual([])
  })
})

test.describe('given a page that is kept like an app', () => {
  test('the manifest and every icon in it are there', async ({ page, world, request }) => {
    await page.goto(`${world.url}/help`)
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const answer = await request.get(new URL(href ?? '', world.url).href)
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const manifest: { name: string; start_url: string; icons: { src: string; sizes: string; purpose: string }[] } =
      await answer.json()
    expect([manifest.name, manifest.start_url]).toEqual(['Parley', '/p2p'])
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    const files = [
      ...manifest.icons.filter(({ sizes }) => sizes !== 'any').map(({ src }) => src),
      touch ?? '',
      '/social.png',
    ]
    for (const file of files) {
      const picture = await request.get(new URL(file, world.url).href)
      expect([file, picture.status(), picture.headers()['content-type']]).toEqual([file, 200, 'image/png'])
    }
  })
})

test.describe('given a visitor with a wallet, for whom the full page takes the first view’s place', () => {
  test('a press that began before ends as one, and the focus stays where it was', async ({ seat, world }) => {
    const { page, screen } = await seat(world.wallets.alice.account.address)
    const connect = screen.page.getByRole('banner').getByRole('button', { name: 'CONNECT WALLET' })
    /** Opens the first view, and marks its button. */
    const openFirstView = async (): Promise<() => Promise<void>> => {
      const release = await hold(page, '**/assets/world-*.js')
      const asked = page.waitForRequest('**/assets/world-*.js')
      await page.goto(`${world.url}/p2p`)
      await asked
      await connect.evaluate((button) => button.setAttribute('data-as', 'first'))
      return async () => {
        release()
        await expect(page.locator('[data-as="first"]')).toHaveCount(0)
      }
    }
    const pageComes = await openFirstView()
    await connect.hover()
    await page.mouse.down()
    await pageComes()
    await expect(connect).toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('dialog').getByText(walletName)).toBeVisible()

    const comesAgain = await openFirstView()
    await connect.focus()
    await comesAgain()
    await expect(connect).toBeFocused()
  })
})
