import type { World } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import type { Bench, BenchRow } from './Bench.ts'
import { withChromium } from './cases/chromium.ts'
import { median } from './cases/proxiedWorld.ts'
import { openSwapPage } from './cases/swapPage.ts'

/** More than elsewhere: a single frame is a fifth of the result. */
const runs = 9
const few = 100
const sizes = [100, 1_000, 10_000] as const
const goalElements = 300
const goalImages = 60
const waitMs = 30_000

export const bench: Bench = {
  about:
    'The grid of a wallet in Chromium, from going back to the swap page to the frame with its tiles. few: the same with 100 NFTs, in turn.',
  opensPage: true,
  run: () =>
    withChromium(async (browser, world) => {
      const rows: BenchRow[] = []
      for (const size of sizes) rows.push(...(await gridOf(browser, world, size)))
      return rows
    }),
}

async function gridOf(browser: Browser, world: World, size: number): Promise<BenchRow[]> {
  const many = await openSwapPage(browser, world, size)
  const reference = await openSwapPage(browser, world, few)
  const [elements, images] = await countsOf(many)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (const page of [many, reference]) await mountMs(page)
  for (let run = 0; run < runs; run++) {
    // Alternates the order and draws both beforehand, since a second drawing is faster.
    const pages = run % 2 === 0 ? ([many, reference] as const) : ([reference, many] as const)
    for (const page of pages) (page === many ? ours : theirs).push(await mountMs(page))
  }
  await many.context().close()
  await reference.context().close()
  const [figure, against] = [median(ours), median(theirs)]
  return [
    { case: `mount ${size}`, figure, unit: 'ms', reference: against, against: 'few' },
    {
      case: `elements ${size}`,
      figure: elements,
      unit: 'elements',
      reference: goalElements,
      against: 'goal',
    },
    {
      case: `images ${size}`,
      figure: images,
      unit: 'images',
      reference: goalImages,
      against: 'goal',
    },
  ]
}

async function countsOf(page: Page): Promise<[elements: number, images: number]> {
  const grid = page.locator('[role=listbox]').first()
  return [await grid.locator('*').count(), await grid.locator('img').count()]
}

/** Leaves the swap page and comes back: the wallet's list is known, so what is timed is drawing it. */
async function mountMs(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Help' }).first().click()
  await page.locator('[role=option]').first().waitFor({ state: 'detached', timeout: waitMs })
  return page.evaluate(async () => {
    const startedMs = performance.now()
    history.back()
    while (!document.querySelector('[role=option]')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - startedMs
  })
}
