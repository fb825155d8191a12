import { standStill } from '../fixtures/standStill.ts'
import { expect, test } from '../fixtures/test.ts'

const focused = () => document.activeElement?.id

test.describe('given a visitor without a wallet', () => {
  test('an unknown path leads to /p2p without an entry in the history', async ({ page, world }) => {
    await page.goto(`${world.url}/help`)
    await page.goto(`${world.url}/no/such/page`)
    await expect(page).toHaveURL(`${world.url}/p2p`)
    await expect(page.getByRole('heading', { name: 'Two people, one table' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${world.url}/help`)
  })

  test('going to a page focuses it and begins at its top; going back finds the old place again', async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto(`${world.url}/help`)
    await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
    // What loads late moves the footer: the article's other sections, then fonts.
    await expect(page.getByRole('heading', { name: /without Parley/ })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'How it works' })
    await link.scrollIntoViewIfNeeded()
    const leftAt = await page.evaluate(() => window.scrollY)
    expect(leftAt).toBeGreaterThan(500)
    await link.click()

    await expect(page.getByRole('heading', { name: 'How it works', level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(focused)).toBe('main')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(leftAt)
    await page.goForward()
    await expect(page).toHaveTitle(/How it works/)
  })

  test('every information page has the main navigation, which marks the page and leads to any other', async ({
    page,
    world,
  }) => {
    const main = page.getByRole('navigation', { name: 'Main' })
    await page.goto(`${world.url}/what-is-parley`)
    for (const name of ['How it works', 'About the team', 'Help']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Trade Stats' })).toBeVisible()
    }
    await expect(main.getByRole('link', { name: 'Help' })).toHaveAttribute('aria-current', 'page')
    await main.getByRole('link', { name: 'Trade Stats' }).click()
    await expect(page.getByRole('heading', { name: 'Trade Stats', level: 1 })).toBeVisible()
  })

  test('a link to a part of an article shows that part', async ({ page, world }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto(`${world.url}/help#without-us`)
    await expect(page.getByRole('heading', { name: /without Parley/ })).toBeInViewport()
  })

  test('/create-swap-offer counts down three seconds, and the main page takes its place in the history', async ({
    page,
    world,
  }) => {
    await standStill(page)
    await page.goto(`${world.url}/help`)
    await page.goto(`${world.url}/create-swap-offer`)
    const three = page.getByText('Taking you to the main page in 3 seconds.')
    const seen = async () => {
      await page.clock.runFor(20)
      return three.isVisible()
    }
    await expect.poll(seen, { intervals: [50] }).toBe(true)
    for (const left of ['3 seconds', '2 seconds', '1 second']) {
      await expect(page.getByText(`Taking you to the main page in ${left}.`)).toBeVisible()
      await page.clock.runFor(1_000)
    }
    await expect(page).toHaveURL(`${world.url}/p2p`)
    await page.goBack()
    await expect(page).toHaveURL(`${world.url}/help`)
  })
})

test('a link to a step of the create page shows that step, though what loads above moves it', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('dokyo')
  const at = await seat(alice.address)
  const { page, screen } = at
  await page.setViewportSize({ width: 390, height: 844 })
  await at.rememberWallet()
  // Safari doesn't keep what is in view in its place.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('overflow-anchor', 'none')),
  )
  await screen.open('/create-swap-offer#sign')
  await expect(screen.own.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeInViewport()
})
