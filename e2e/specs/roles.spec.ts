import type { BrowserContext, Page } from '@playwright/test'
import { InjectedWallet, type World } from '@parley/testkit'
import { complaintsOf } from '../fixtures/complaintsOf.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { screens } from '../roles/screens.ts'
import { roles, tellStory, type Role, type Story } from '../roles/Story.ts'

let story: Story

// One worker for all, so that the story is built once.
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ sharedWorld }) => {
  story = await tellStory(sharedWorld)
})

interface Place {
  readonly world: World
  readonly context: BrowserContext
}

/** A page for a role, not opened yet, in a browser where this wallet was connected before. */
async function seated({ world, context }: Place, role: Role): Promise<Page> {
  // The tab that comes with the browser, in the process that has compiled the page.
  if (role === 'visitor') return context.pages().at(-1) ?? context.newPage()
  const wallet = new InjectedWallet({ account: story.people[role], rpcUrl: world.chain.url })
  const person = await Person.sitDown(context, wallet)
  await person.rememberWallet()
  return person.page
}

for (const screen of screens) {
  for (const role of roles) {
    const sight = screen.seenBy[role]
    if (!sight) continue
    test(
      `${screen.name}, as ${role}`,
      { tag: screen.everyRun?.includes(role) ? [] : ['@long'] },
      async ({ browsers, world }) => {
        const context = await browsers.take(world.url)
        const page = await seated({ world, context }, role)
        const complaints = complaintsOf(page)
        const policyViolations = await watchPolicy(page)

        await page.goto(screen.path(story))
        for (const words of sight.there)
          await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
        for (const words of sight.notThere ?? []) await expect(page.getByText(words, { exact: true })).toHaveCount(0)
        await screen.prepare?.(page, role)
        if (isFullLength || screen.examinedAs?.includes(role)) await expectSoundLooks(page)

        expect(complaints.filter((complaint) => !screen.refused?.test(complaint))).toEqual([])
        expect(await policyViolations()).toEqual([])
        await browsers.giveBack(context, { isSound: true })
      },
    )
  }
}
