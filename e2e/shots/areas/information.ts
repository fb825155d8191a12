import { expect } from '../expect.ts'
import type { Area, Shot } from '../Shot.ts'

function article(name: string): Shot {
  return {
    name,
    async reach(stage) {
      const page = await stage.visit(`/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
    },
  }
}

export const area: Area = {
  title: 'Information',
  shots: ['what-is-parley', 'how-it-works', 'help', 'about-the-team'].map(article),
}
