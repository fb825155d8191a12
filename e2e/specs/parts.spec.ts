import type { Page } from '@playwright/test'
import { gotoDrawn } from '../fixtures/takeover.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'

interface Visit {
  /** Paths in the document besides its own scripts, styles and fonts. */
  readonly named: readonly string[]
  /** Paths of all requests so far, in order. */
  readonly asked: readonly string[]
  readonly violations: readonly string[]
}

/** Opens a path, whose document the server draws or doesn't, and collects its requests from then on. */
async function visit(page: Page, path: string, shown: string, isDrawn: boolean): Promise<Visit> {
  const asked: string[] = []
  page.on('request', (request) => {
    // A document that wasn't drawn is asked for again.
    if (request.isNavigationRequest()) asked.length = 0
    const { pathname, search } = new URL(request.url())
    asked.push(pathname + search)
  })
  const violations = await watchPolicy(page)
  const html = isDrawn ? await gotoDrawn(page, path) : ((await (await page.goto(path))?.text()) ?? '')
  await page.locator(shown).first().waitFor()
  // The document as served: the page's own loader adds links while it runs.
  const links = html.matchAll(
    /<link rel="(?:later|modulepreload|preload" as="fetch|preload" as="image)"[^>]* href="([^"]+)">/g,
  )
  const named = [...links].map(([, path = '']) => path.replaceAll('&amp;', '&'))
  return { named, asked, violations: await violations() }
}

/** Expects that the page fetches what its document names, and nothing of it twice. */
async function expectAskedOnce(page: Page, { named, asked }: Visit): Promise<void> {
  const times = () => named.map((path) => [path, asked.filter((other) => other === path).length])
  const once = named.map((path) => [path, 1])
  // Scripts of a drawn document come after its first paint.
  await expect.poll(times).toEqual(once)
  await page.waitForLoadState('networkidle')
  expect(times()).toEqual(once)
}

/** The first view waits for the core characters only. The rest of a font loads when a name needs it. */
function expectCoreFontsAlone({ asked }: Visit): void {
  const fonts = asked.filter((path) => path.endsWith('.woff2'))
  expect(fonts).not.toEqual([])
  // A portal's own is whole.
  expect(fonts.filter((path) => !/-core-|\/marcellus-/.test(path))).toEqual([])
}

/** What shows that a route is ready, prefixes of the files its document names, and whether it is drawn. */
const routes: readonly (readonly [path: string, shown: string, fetched: readonly string[], isDrawn: boolean])[] = [
  ['/help', 'article h1', ['/assets/InfoPage-', '/assets/help-'], true],
  // What takes over from the numbers in the document comes after the first paint.
  ['/current-trades', 'text=As of block', ['/assets/StatsPreview-', '/api/config'], true],
  ['/pending-trades', 'main h1', ['/assets/world-', '/assets/PendingTradesPage-', '/api/config'], false],
  ['/voice-test', 'main h1', ['/assets/VoiceTestPage-'], false],
  ['/ASOverse', 'main h1, main h2', ['/assets/portal-'], false],
]

for (const [path, shown, fetched, isDrawn] of routes)
  test(`the document of ${path} names what the page fetches, and nothing of it is fetched twice`, async ({
    browser,
    world,
  }) => {
    const page = await browser.newPage({ baseURL: world.url })
    // The server of a new world still counts its trades, so poll.
    await expect.poll(async () => (await page.request.get('/api/stats')).status()).toBe(200)
    const seen = await visit(page, path, shown, isDrawn)
    const { named, violations } = seen
    expectCoreFontsAlone(seen)
    for (const start of fetched) {
      expect([start, named.filter((url) => url.startsWith(start)).length > 0]).toEqual([start, true])
    }
    await expectAskedOnce(page, seen)
    expect(violations).toEqual([])
    await page.close()
  })

test('the document of an offer names its first pictures and what draws it, and nothing of it is fetched twice', async ({
  browser,
  cast,
  world,
}) => {
  const { offerId } = await cast.offerBetweenTwo()
  const page = await browser.newPage({ baseURL: world.url })
  await page.request.get('/api/swap-offers/sync')
  const seen = await visit(page, `/p2p/${offerId}`, '.print .picture', true)
  const { named, violations } = seen
  expectCoreFontsAlone(seen)
  for (const start of ['/assets/OfferPreview-', '/api/config', '/api/nft/'])
    expect(named.filter((url) => url.startsWith(start))).not.toEqual([])
  // What takes over comes after the first paint.
  expect(named.filter((url) => url.startsWith('/assets/world-'))).toEqual([])
  await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
  await expectAskedOnce(page, seen)
  expect(violations).toEqual([])
  await page.close()
})
