import type { Page } from '@playwright/test'
import { overflowPx } from '../fixtures/overflowPx.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { rendered } from '../fixtures/rendered.ts'
import { routes } from '../fixtures/routes.ts'
import { expect, test } from '../fixtures/test.ts'

/** Two information pages stand for all: they share one style sheet. */
const shortRoutes = routes.filter((path) => /help|current-trades|ASOverse/.test(path))

async function readers(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const px = Math.round((16 * percent) / 100)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
}

test.describe('given little room, or large letters', () => {
  test('no page is scrolled sideways: 320 px, the breakpoint, and letters of twice the size', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('the-face-1966', 'smol-joes-season-2')
    const bob = await cast.member('hoppers', 'party-animals')
    await cast.approve(alice, ...alice.nfts)
    const id = await cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts.slice(0, 1))
    const person = await seat(alice.address)
    const { page, screen } = person
    await person.arrive()
    await screen.layOut({ ...alice, nfts: alice.nfts.slice(1) }, bob)
    const found: string[] = []
    const paths = isFullLength ? [...routes, '/p2p/0x12'] : shortRoutes
    for (const path of ['', ...paths, `/p2p/${id}`]) {
      if (path !== '') await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const [widthPx, percent] of [
        [320, 100],
        [768, 100],
        [769, 100],
        [1280, 200],
        [390, 200],
      ] as const) {
        await page.setViewportSize({ width: widthPx, height: 800 })
        await readers(page, percent)
        await rendered(page)
        const overPx = await overflowPx(page)
        if (overPx > 0) found.push(`${path || 'a deal'} at ${widthPx} px, ${percent} %: ${overPx} px`)
      }
      await readers(page, 100)
      // As an extension or a user style sheet would: the breakpoints don't move.
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await rendered(page)
      const overPx = await overflowPx(page)
      if (overPx > 0) found.push(`${path || 'a deal'} at 1280 px, root font 200 %: ${overPx} px`)
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    }
    expect(found).toEqual([])
  })
})

test('visitors who ask for less motion see none', async ({ cast, seat }) => {
  const alice = await cast.member('dokyo')
  const person = await seat(alice.address)
  await person.page.emulateMedia({ reducedMotion: 'reduce' })
  await person.arrive()
  await person.screen.pickOwn(...alice.nfts)
  const moving = () =>
    document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 10)
      .length
  expect(await person.page.evaluate(moving)).toBe(0)
})
