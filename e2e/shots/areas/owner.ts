import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'

const path = '/admin-panel-parley-owner-only'

export const area: Area = {
  title: "The owner's panel",
  shots: [
    {
      name: 'disconnected',
      async reach(stage) {
        const page = await stage.visit(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return page
      },
    },
    {
      name: 'owner',
      async reach(stage) {
        const { page } = await stage.arrive('deployer', path)
        await expect(page.getByText('Owner', { exact: true }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'not-owner',
      async reach(stage) {
        const { page } = await stage.arrive('alice', path)
        await expect(page.getByText('Not Owner').first()).toBeVisible()
        return page
      },
    },
  ],
}
