import { standStill } from '../../fixtures/standStill.ts'
import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'

export const area: Area = {
  title: 'My Pending Trades, and creating in steps',
  shots: [
    {
      name: 'disconnected',
      async reach(stage) {
        const page = await stage.visit('/pending-trades')
        await expect(page.getByRole('main').getByRole('button', { name: 'CONNECT WALLET' })).toBeVisible()
        return page
      },
    },
    {
      name: 'active',
      async reach(stage) {
        const { page } = await stage.arrive('alice', '/pending-trades')
        await expect(page.getByRole('link', { name: /View Details/ }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'completed',
      async reach(stage) {
        const { page } = await stage.arrive('alice', '/pending-trades')
        await page.getByRole('tab', { name: /^Completed/ }).click()
        await expect(page.getByRole('link', { name: /View Details/ }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'empty',
      async reach(stage) {
        const nobody = await stage.cast.member()
        const person = await stage.seat(nobody.address)
        await stage.connect(person)
        await person.page.goto('/pending-trades')
        await expect(person.page.getByText('No open offers')).toBeVisible()
        return person.page
      },
    },
    {
      name: 'loading',
      async reach(stage) {
        const { page } = await stage.arrive('alice')
        await page.route('**/api/swap-offers/user/**', () => undefined)
        await page.goto('/pending-trades')
        await expect(page.getByRole('tab').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'create',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice', '/create-swap-offer')
        await screen.recipient.fill(stage.addressOf('bob'))
        await screen.own.getByRole('listbox').getByRole('option').first().click()
        await screen.friends.getByRole('listbox').getByRole('option').first().click()
        return page
      },
    },
    {
      name: 'create-without-wallet',
      extent: 'view',
      async reach(stage) {
        const page = await stage.visit('about:blank')
        // Slows down the three-second countdown, to leave time for a picture.
        await standStill(page)
        await page.goto('/create-swap-offer')
        const leading = page.getByText(/^Taking you to the main page/)
        const look = async () => {
          await page.clock.runFor(20)
          return leading.isVisible()
        }
        await expect.poll(look, { intervals: [100] }).toBe(true)
        // The page's timers must run now and then while it is examined.
        const crawl = setInterval(() => void page.clock.runFor(1).catch(() => undefined), 100)
        stage.afterwards(() => clearInterval(crawl))
        return page
      },
    },
  ],
}
