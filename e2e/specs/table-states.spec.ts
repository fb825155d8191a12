import { screenSizes } from '../fixtures/screenSizes.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { faultsOf } from '../fixtures/soundness.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { area as table } from '../shots/areas/table.ts'
import { area as tableEnd } from '../shots/areas/table-end.ts'
import { area as tableTalk } from '../shots/areas/table-talk.ts'
import { Stage } from '../shots/Stage.ts'

const viewport = { width: 1280, height: 900 }
const sizes = [
  [1280, 900],
  [390, 844],
  [360, 740],
] as const
/** Console messages of failed requests, expected in states about failures. */
const refused = /^Failed to load resource|Failed to fetch|net::ERR_/

// Some of the states are calls.
test.use(voiceBrowser)

/** The states that `pnpm shots` photographs. Each run examines two of them, and `test:full` those at every size. */
const states = [
  ...table.shots.map((shot) => ({ shot, everyRun: shot.name === 'changed-added' })),
  ...tableEnd.shots.map((shot) => ({ shot, everyRun: shot.name === 'differs' })),
  ...tableTalk.shots.map((shot) => ({ shot, everyRun: false })),
]

for (const { shot, everyRun } of states)
  test(
    `a table can be read and used on every screen, in both themes, with letters of twice the size: ${shot.name}`,
    { tag: everyRun ? [] : '@long' },
    async ({ browser, world }) => {
      const stage = new Stage(world, browser, { viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
      const page = await shot.reach(stage)
      expect(await faultsOf(page, isFullLength && everyRun ? screenSizes : sizes)).toEqual([])
      expect(stage.complaints.filter((complaint) => !refused.test(complaint))).toEqual([])
      await stage.close()
    },
  )

test(
  'a call at a table has its dock on a phone while the folded line lies behind the bar at the bottom',
  { tag: '@long' },
  async ({ browser, world }) => {
    const stage = new Stage(world, browser, {
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    const page = await tableTalk.shots.find(({ name }) => name === 'voice-folded')?.reach(stage)
    if (!page) throw new Error('no state has the folded line')
    const line = page.locator('.folded-call')
    const dock = page.locator('.voice-dock')
    const center = () => line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await center()
    await expect(dock).toBeHidden()
    await line.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight))
    await expect(dock).toBeVisible()
    await center()
    await expect(dock).toBeHidden()
    await stage.close()
  },
)
