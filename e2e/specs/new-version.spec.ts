import type { BrowserContext } from '@playwright/test'
import type { World } from '@parley/testkit'
import { pressAt } from '../fixtures/keys.ts'
import { expect, test } from '../fixtures/test.ts'

const entry = /\/assets\/index-[\w-]+\.js/

/** Deploys another build: the open page's files are no longer served under their names. */
async function deployAnew(context: BrowserContext, { url }: World): Promise<void> {
  await context.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await context.route(`${url}/`, async (route) => {
    const honest = await route.fetch()
    const html = (await honest.text()).replace(entry, '/assets/index-ofTheNextBuild.js')
    await route.fulfill({ response: honest, body: html })
  })
}

test.describe('given a page that is open during a deployment', () => {
  test('it says so, keeps what is on the table, and reloads on request', async ({ cast, seat, world }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    const at = await seat(alice.address)
    await at.arrive()
    const { page, screen, context } = at
    await screen.layOut(alice, bob)
    await deployAnew(context, world)

    await page.getByRole('link', { name: 'Trade Stats' }).first().click()
    const alert = page.getByRole('alert').filter({ hasText: 'Parley has been updated' })
    await expect(alert.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(1)

    await page.getByRole('link', { name: 'Swap', exact: true }).click()
    await expect(screen.recipient).toHaveValue(bob.address)
    await expect(screen.own.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
    const line = page.getByRole('status').filter({ hasText: 'Parley has been updated.' })
    await expect(line).toBeVisible()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await pressAt(page, line.getByRole('button', { name: 'Reload' }))

    await expect(screen.connectedBadge).toBeVisible()
    await expect(screen.recipient).toHaveValue(bob.address)
    for (const side of [screen.own, screen.friends])
      await expect(side.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
    await expect(line).toHaveCount(0)
  })

  test('a server that is away for a moment is not taken for that', async ({ cast, seat, world }) => {
    const at = await seat((await cast.member()).address)
    await at.arrive()
    const { page, context } = at
    await context.route('**/assets/*.js', (route) => route.abort())
    const asked = page.waitForResponse(`${world.url}/`)
    await page.getByRole('link', { name: 'Trade Stats' }).first().click()
    const alert = page.getByRole('alert').filter({ hasText: 'This page couldn’t be drawn' })
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
    await asked
    await expect(page.getByText('Parley has been updated')).toHaveCount(0)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade Stats')
  })
})
