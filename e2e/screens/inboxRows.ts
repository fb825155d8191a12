import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import type { Person } from '../fixtures/Person.ts'

/** An item of the inbox, by its title. */
export const rowOf = (page: Page, title: RegExp) => page.getByRole('main').getByRole('article', { name: title })

/** Signs in from the inbox. */
export async function signIn({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await expect(page.getByText(/^Signed in until/)).toBeVisible()
}

/** What a page lists: each row's title, and what its button says. */
function listed(page: Page): Promise<string> {
  return page
    .getByRole('main')
    .getByRole('article')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('aria-label')}: ${row.querySelector('a.btn')?.textContent}`).join('\n'),
    )
}

/** Two devices list the same. Times left tick on both, but not at the same moment. */
export async function expectSame(one: Page, other: Page): Promise<void> {
  const differing = async () => {
    const [here, there] = await Promise.all([listed(one), listed(other)])
    return here === there && here !== '' ? '' : `${here}\n-- on the other device\n${there}`
  }
  await expect.poll(differing).toBe('')
}

/** The label of the header's bell. */
export const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
