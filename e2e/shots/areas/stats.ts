import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'

export const area: Area = {
  title: 'Trade Stats',
  shots: [
    {
      name: 'trades',
      async reach(stage) {
        const page = await stage.visit('/current-trades')
        await expect(page.getByRole('heading', { name: 'Trades per day' })).toBeVisible()
        return page
      },
    },
    {
      name: 'failed',
      async reach(stage) {
        const page = await stage.visit('/p2p')
        await page.route('**/api/stats**', (route) => route.fulfill({ status: 500, body: 'no' }))
        await page.goto('/current-trades')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return page
      },
    },
  ],
}
