import type { Locator } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Stage } from '../Stage.ts'
import type { Person } from '../../fixtures/Person.ts'

/** A part of a real screen that the pages of information show. */
export interface InfoScene {
  readonly name: string
  /** Goes there and says which part is meant. */
  readonly reach: (stage: Stage) => Promise<Locator>
  /** Around the part, so that what hangs over its edges is not cut; 24 where nothing else is said. */
  readonly marginPx?: number
  /** No more than this of it, from its top. */
  readonly mostHeightPx?: number
}

/** Alice has picked three of hers and two of Bob's. */
async function withDeal(stage: Stage): Promise<Person> {
  const alice = await stage.arrive('alice')
  const { screen } = alice
  await screen.recipient.fill(stage.addressOf('bob'))
  for (const index of [0, 8, 10]) await screen.own.getByRole('option').nth(index).click()
  for (const index of [1, 7]) await screen.friends.getByRole('option').nth(index).click()
  await expect(alice.page.getByText(/, checking$/)).toHaveCount(0)
  await alice.page.mouse.move(0, 0)
  return alice
}

async function openOfferFor(stage: Stage): Promise<Person> {
  const alice = await stage.arrive('alice')
  const link = alice.screen.received.getByRole('link', { name: /View Details/ }).nth(1)
  const href = await link.getAttribute('href')
  await alice.page.goto(href ?? '')
  await expect(alice.page.getByText('Checked on chain')).toBeVisible()
  return alice
}

export const infoScenes: readonly InfoScene[] = [
  {
    name: 'table',
    // The slip is longer than the table.
    reach: async (stage) => (await withDeal(stage)).page.locator('.swap-board'),
    mostHeightPx: 860,
  },
  {
    name: 'pick',
    reach: async (stage) => (await withDeal(stage)).screen.own,
    mostHeightPx: 480,
  },
  {
    name: 'approve',
    reach: async (stage) => (await withDeal(stage)).screen.openApprovals(),
  },
  {
    name: 'offer',
    reach: async (stage) => (await openOfferFor(stage)).page.locator('.table').first(),
    marginPx: 44,
  },
  {
    name: 'checks',
    reach: async (stage) => {
      const { page } = await openOfferFor(stage)
      return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Before you accept' }) })
    },
  },
  {
    name: 'recover',
    reach: async (stage) => (await stage.arrive('alice')).screen.expired,
  },
]
