import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Area, Scheme } from '../Shot.ts'
import type { Stage } from '../Stage.ts'

async function splash(stage: Stage, colorScheme: Scheme): Promise<Page> {
  const page = await stage.visit('about:blank')
  await page.emulateMedia({ colorScheme })
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/p2p', { waitUntil: 'commit' })
  await page.locator('.splash').waitFor()
  return page
}

export const area: Area = {
  title: 'The frame around every page',
  shots: [
    { name: 'splash', extent: 'view', schemes: ['light'], reach: (stage) => splash(stage, 'light') },
    { name: 'splash-evening', extent: 'view', schemes: ['dark'], reach: (stage) => splash(stage, 'dark') },
    {
      name: 'server-away',
      async reach(stage) {
        const person = await stage.arrive('alice')
        await person.page.route('**/api/**', (route) => route.abort())
        await person.page.reload()
        await expect(person.page.getByText(/The server isn’t responding/)).toBeVisible()
        await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
        return person.page
      },
    },
    {
      name: 'could-not-start',
      async reach(stage) {
        const { page } = await stage.seat(stage.addressOf('alice'))
        await page.route('**/assets/world-*.js', (route) => route.abort())
        await page.goto('/p2p')
        await expect(page.getByText('The page couldn’t start')).toBeVisible()
        return page
      },
    },
  ],
}
