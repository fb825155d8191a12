import type { BrowserContext, Page } from '@playwright/test'
import { InjectedWallet, type World } from '@parley/testkit'
import { Person, walletName } from '../fixtures/Person.ts'
import { expect as impatient, test } from '../fixtures/test.ts'
import { watch } from '../fixtures/watch.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { screens } from '../roles/screens.ts'
import { roles, tellStory, type Role, type Story } from '../roles/Story.ts'

/** Nothing here is about speed, and a screen begins with everything at once. */
const expect = impatient.configure({ timeout: 45_000 })

// Each look is an examination of the whole page, which a trace would record in full.
test.use({ trace: 'off' })

let story: Story
/** What a browser remembers of somebody who was here before: the wallet comes back by itself. */
const memories = new Map<Role, Awaited<ReturnType<BrowserContext['storageState']>>>()

test.beforeAll(async ({ world }) => {
  story = await tellStory(world)
})

interface Place {
  readonly world: World
  readonly context: BrowserContext
}

/** The page of somebody in a role, before anything is opened. */
async function seated({ world, context }: Place, role: Role): Promise<Page> {
  if (role === 'visitor') return context.newPage()
  const wallet = new InjectedWallet({ account: story.people[role], rpcUrl: world.chain.url })
  await wallet.answer({ method: 'eth_requestAccounts', params: [] })
  const { page } = await Person.sitDown(context, wallet)
  return page
}

async function remember(place: Place, role: Role): Promise<void> {
  const page = await seated(place, role)
  await page.goto('/p2p')
  await page
    .getByRole('button', { name: /connect wallet/i })
    .first()
    .click()
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByText('wallet connected', { exact: true })).toBeVisible()
  memories.set(role, await place.context.storageState())
}

for (const screen of screens) {
  for (const role of roles) {
    const sight = screen.seenBy[role]
    if (!sight) continue
    test(`${screen.name}, as ${role}`, { tag: '@long' }, async ({ browser, world }) => {
      const base = { baseURL: world.url, reducedMotion: 'reduce' } as const
      if (role !== 'visitor' && !memories.has(role)) {
        const context = await browser.newContext(base)
        await remember({ world, context }, role)
        await context.close()
      }
      const memory = memories.get(role)
      const context = await browser.newContext({ ...base, ...(memory ? { storageState: memory } : {}) })
      const page = await seated({ world, context }, role)
      const { complaints, policyViolations } = await watch(page)

      await page.goto(screen.path(story))
      for (const words of sight.there)
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      for (const words of sight.notThere ?? []) await expect(page.getByText(words, { exact: true })).toHaveCount(0)
      await screen.prepare?.(page, role)
      await expectSoundLooks(page)

      expect(complaints.filter((complaint) => !screen.refused?.test(complaint))).toEqual([])
      expect(await policyViolations()).toEqual([])
      await context.close()
    })
  }
}
