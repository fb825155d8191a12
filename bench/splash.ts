import type { Page } from '@playwright/test'
import type { Bench } from './Bench.ts'
import { withChromium } from './cases/chromium.ts'
import { median } from './cases/proxiedWorld.ts'

const runs = 15
/** The specification's limit on a warm cache. */
const goalMs = 300
const waitMs = 30_000
/** A page whose document the server doesn't draw: only those have a splash. */
const undrawn = '/voice-test'

export const bench: Bench = {
  about:
    'The splash in Chromium on a warm cache: from the document being there to the page standing in its place, and how much of that is waiting for the shell’s own pictures. The page has to be built.',
  run: () =>
    withChromium(async (browser, world) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const totals: number[] = []
      const pictures: number[] = []
      for (let run = -1; run < runs; run++) {
        const { totalMs, picturesMs } = await visit(page, world.url + undrawn)
        if (run < 0) continue // The first one fills the cache.
        totals.push(totalMs)
        pictures.push(picturesMs)
      }
      return [
        { case: 'splash gone', figure: median(totals), unit: 'ms', reference: goalMs, against: 'goal' },
        { case: 'waiting for pictures', figure: median(pictures), unit: 'ms', reference: goalMs, against: 'goal' },
      ]
    }),
}

async function visit(page: Page, url: string): Promise<{ totalMs: number; picturesMs: number }> {
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('splash-gone').length > 0, undefined, {
    timeout: waitMs,
  })
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation')
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    const arrived = document && 'responseEnd' in document ? Number(document.responseEnd) : 0
    return { totalMs: at('splash-gone') - arrived, picturesMs: at('shell-pictures') - at('shell-begins') }
  })
}
