import type { Browser, Page } from '@playwright/test'
import { carry, hold, walletCode, expectStill, watchFirstView } from '../fixtures/firstView.ts'
import { expect, test } from '../fixtures/test.ts'
import { openHeld } from '../fixtures/takeover.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'

interface Taken {
  /** Top of each part that is in view, before and after the page took over. */
  readonly before: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
}

const parts = [
  'h1',
  '.stat-card',
  '.stats-origin',
  '.trader-who',
  '.side-head',
  '.trader-facts',
  '.slip',
  '.slip-stub',
  '.trader-lists',
]

/** Where a page's parts begin. */
function placesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(
    (parts) =>
      Object.fromEntries(
        parts.flatMap((part) => {
          const found = document.querySelector(part)?.getBoundingClientRect()
          return found && found.top < window.innerHeight ? [[part, Math.round(found.top)]] : []
        }),
      ),
    parts,
  )
}

/** Looks at a path before any script, and after the first and the others have taken over. */
async function takeOver(
  browser: Browser,
  url: string,
  path: string,
  viewport: { width: number; height: number },
  look: { readonly first: (page: Page) => Promise<void>; readonly last: (page: Page) => Promise<void> },
): Promise<Taken> {
  const page = await browser.newPage({ baseURL: url, viewport })
  await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
  const violations = await watchPolicy(page)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  const seen = await watchFirstView(page)
  // Hydration keeps these very elements.
  const releaseAll = await openHeld(page, path)
  await look.first(page)
  // A font that comes later may change how high a line is.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await placesOf(page)
  const release = await hold(page, walletCode)
  releaseAll()
  await expect(page.locator('.theme-toggle:disabled')).toHaveCount(0)
  await expect(page.locator('main h1')).toHaveAttribute('data-as', 'drawn')
  expect(await placesOf(page)).toEqual(before)
  release()
  await look.last(page)
  const after = await placesOf(page)
  expectStill(await seen())
  expect([complaints, await violations()]).toEqual([[], []])
  await page.close()
  return { before, after }
}

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

for (const viewport of viewports)
  test(`the numbers of Trade Stats are on screen before any script, and stay in place, at ${viewport.width} px`, async ({
    browser,
    world,
  }) => {
    const { before, after } = await takeOver(browser, world.url, '/current-trades', viewport, {
      first: (page) => expect(page.getByText(/^As of block/)).toBeVisible(),
      last: (page) => expect(page.locator('.charts, .empty').first()).toBeVisible(),
    })
    expect(Object.keys(before)).toContain('.stat-card')
    expect(after).toEqual(before)
  })

for (const viewport of viewports)
  test(`a trader is on screen before any script, and stays in place, at ${viewport.width} px`, async ({
    browser,
    cast,
    world,
  }) => {
    const alice = await cast.member('dokyo')
    const { before, after } = await takeOver(browser, world.url, `/trader/${alice.address}`, viewport, {
      first: async (page) => {
        await expect(page.getByText('Counted from the contract’s events')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Block this wallet' })).toBeDisabled()
      },
      last: async (page) => {
        await expect(page.getByRole('button', { name: 'Add to contacts' })).toBeEnabled()
        await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible()
        await expect(page.getByText('No completed trades', { exact: true })).toBeVisible()
      },
    })
    expect(Object.keys(before)).toContain('.trader-who')
    expect(after).toEqual(before)
  })

test('a document that says nothing, or nonsense, leaves stats and traders to the page', async ({
  browser,
  cast,
  world,
}) => {
  const { address } = await cast.member('dokyo')
  const of = `/trader/${address}`.toLowerCase()
  const cases = [
    [
      '/current-trades',
      '{"page":"stats","of":"/current-trades","data":{"nowS":1,"stats":{"totalCompleted":"<b>"}}}',
      /^As of block/,
    ],
    [`/trader/${address}`, `{"page":"trader","of":"${of}","data":{"nowS":1,"trader":null}}`, /^Counted from/],
    [`/trader/${address}`, 'null', /^Counted from/],
  ] as const
  for (const [path, broken, shown] of cases) {
    const page = await browser.newPage({ baseURL: world.url })
    await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
    await carry(page, broken)
    await page.goto(path)
    await expect(page.getByText(shown).first()).toBeVisible()
    await page.close()
  }
})

test('a placeholder and a spinner are shown after 200 ms, and not before, with and without motion', async ({
  browser,
  world,
}) => {
  const page = await browser.newPage({ baseURL: world.url })
  await page.goto('/')
  const shownAt = (waiting: string, afterMs: number) =>
    page.evaluate(
      ([className, afterMs]) => {
        const element = document.body.appendChild(document.createElement('span'))
        element.className = className
        for (const animation of element.getAnimations()) {
          animation.pause()
          animation.currentTime = afterMs
        }
        const { visibility } = getComputedStyle(element)
        element.remove()
        return visibility
      },
      [waiting, afterMs] as const,
    )
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    for (const waiting of ['skeleton', 'btn-spin']) {
      const seen = [await shownAt(waiting, 0), await shownAt(waiting, 199), await shownAt(waiting, 202)]
      expect([reducedMotion, waiting, ...seen]).toEqual([reducedMotion, waiting, 'hidden', 'hidden', 'visible'])
    }
  }
  await page.close()
})
