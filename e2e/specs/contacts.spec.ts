import { readFile } from 'node:fs/promises'
import { NameServices, type World } from '@parley/testkit'
import type { Locator, Page } from '@playwright/test'
import { barriers } from '../fixtures/barriers.ts'
import { ownWorld } from '../fixtures/ownWorld.ts'
import { rendered } from '../fixtures/rendered.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { unreachable } from '../fixtures/soundness.ts'

const test = base.extend<{ world: World }>({ world: ownWorld({ serverEnv: NameServices.settings }) })

/** Begins and ends like another address. */
function lookAlikeOf(address: string): string {
  return `0x${address.slice(2, 6)}${'5'.repeat(32)}${address.slice(-4)}`.toLowerCase()
}

async function isSound(page: Page): Promise<void> {
  await rendered(page)
  expect(await barriers(page)).toEqual([])
  await expect.poll(() => unreachable(page)).toEqual([])
}

test.describe('given Alice, who trades with Bob', () => {
  test('her name for him is shown beside his address everywhere, is found by typing, and goes to another browser as a file', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    await cast.approve(bob, ...bob.nfts)
    const offerId = await cast.offer(bob, bob.nfts, alice.nfts)
    const at = await seat(alice.address)
    const { page, screen } = at
    await at.arrive()
    const field = page.getByLabel('RECIPIENT ADDRESS')
    await field.fill(bob.address)
    await expect(page.getByText('Your first deal with this address.')).toBeVisible()
    await page.getByRole('button', { name: 'Add to contacts' }).click()
    await page.getByLabel('Your name for this address').fill('\u202EMira  von\u200B Bobingen')
    await page.getByRole('button', { name: 'Save' }).click()
    const name = 'Mira von Bobingen'
    const slip = page.getByRole('region', { name: 'The deal' })
    await expect(slip.getByText(name)).toBeVisible()
    await expect(slip).toContainText(bob.address.slice(6, 22))
    await expect(page.getByText('Your first deal with this address.')).toHaveCount(0)

    // Found by name, with the keyboard alone.
    await field.fill('bobing')
    await expect(page.getByRole('combobox', { name: 'RECIPIENT ADDRESS' })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
    await field.press('Escape')
    await expect(page.getByRole('listbox', { name: 'Contacts found' })).toBeHidden()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue(bob.address)

    await expect(screen.received.getByText(name)).toBeVisible()
    await page.goto(`/p2p/${offerId}`)
    await expect(page.getByRole('region', { name: 'Offer', exact: true }).getByText(name)).toBeVisible()
    await page.goto(`/table/new?to=${bob.address}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(page.getByText(bob.address)).toBeVisible()

    await page.goto('/contacts')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText(bob.address)
    await isSound(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await (await saving).path()
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      kind: 'parley-contacts',
      version: 1,
      contacts: [{ address: bob.address, name }],
    })

    // Another browser, with its own name for him.
    const carol = await seat((await cast.member('steady')).address)
    await carol.visit('/contacts')
    const other = carol.page
    const take = async (contents: string | Buffer): Promise<void> => {
      const choosing = other.waitForEvent('filechooser')
      await other.getByRole('button', { name: 'Import' }).click()
      await (
        await choosing
      ).setFiles({ name: 'contacts.json', mimeType: 'application/json', buffer: Buffer.from(contents) })
    }
    await take('{"kind":')
    await expect(other.getByText('This file couldn’t be read')).toBeVisible()
    await other.getByRole('button', { name: 'OK' }).click()
    await expect(other.getByText('No contacts yet')).toBeVisible()
    await take(await readFile(file))
    await expect(other.getByText('1 new')).toBeVisible()
    await isSound(other)
    await other.getByRole('button', { name: 'Import 1 contact' }).click()
    await expect(other.getByRole('listitem').filter({ hasText: name })).toContainText(bob.address)
    await other.getByRole('button', { name: `Remove ${name}` }).click()
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    expect([...at.complaints, ...carol.complaints]).toEqual([])
  })

  test('an address that only looks like his is stopped, typed or by link, and names lead to addresses in full', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    const carol = await cast.member('steady')
    const names = await NameServices.open(world)
    await names.setAvvy('bob.avax', bob.address)
    await names.setAvvyName(bob.address, 'bob.avax')
    // Anyone can set any reverse record.
    await names.setAvvyName(carol.address, 'bob.avax')
    await names.setEns('carol.eth', carol.address)
    const at = await seat(alice.address)
    const { page, screen } = at
    await at.arrive()
    const field = page.getByLabel('RECIPIENT ADDRESS')

    await field.fill('bob.avax')
    await expect(page.getByText('bob.avax leads to')).toContainText(bob.address)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(field).toHaveValue(bob.address)
    // Checked both ways.
    await expect(page.getByText('bob.avax', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Add to contacts' }).click()
    await expect(page.getByLabel('Your name for this address')).toHaveValue('bob.avax')
    await page.getByLabel('Your name for this address').fill('Bob')
    await page.getByRole('button', { name: 'Save' }).click()
    await field.fill('carol.eth')
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(field).toHaveValue(carol.address)
    await expect(screen.friends.getByRole('listbox').getByRole('option')).toHaveCount(carol.nfts.length)
    await expect(page.getByText('bob.avax')).toHaveCount(0)
    await field.fill('nobody.avax')
    await expect(page.getByText('nobody.avax leads to no address.')).toBeVisible()
    await field.fill('bоb.avax') // Cyrillic
    await expect(page.getByText('letters that such a name can’t have')).toBeVisible()

    const poisoned = lookAlikeOf(bob.address)
    await field.fill(poisoned)
    const stop = page.getByRole('region', { name: 'Stop: compare this address' })
    await expect(stop).toBeVisible()
    await isSound(page)
    await expect(page.getByRole('region', { name: 'The deal' })).toContainText('Not yet known')
    await stop.getByRole('button', { name: 'Use the one I know: Bob' }).click()
    await expect(field).toHaveValue(bob.address)
    await expect(stop).toBeHidden()

    // A link doesn't replace a recipient that is already filled in.
    await field.fill('')
    await expect(page.getByRole('region', { name: 'The deal' })).toContainText('Not yet known')
    await page.goto(`/table/new?to=${poisoned}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(stop).toBeVisible()
    await expect(page.getByRole('button', { name: 'Propose' })).toHaveCount(0)
    await page.goto(`/p2p?to=${poisoned}`)
    await expect(stop).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await isSound(page)
    await stop.getByRole('button', { name: 'I compared all of it. Use this one' }).click()
    await expect(stop).toBeHidden()
    await expect(field).toHaveValue(new RegExp(poisoned, 'i'))
    expect(at.complaints).toEqual([])

    const visitor = await seat(carol.address)
    await visitor.visit(`/trader/${bob.address}`)
    await expect(visitor.page.getByRole('main').getByText('bob.avax')).toBeVisible()
    await expect(visitor.page.getByRole('main')).toContainText(bob.address)
    await isSound(visitor.page)
  })

  test('the names of the others are beside their addresses in the inbox, on offers and at tables', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo', 'furks')
    const bob = await cast.member('hoppers', 'chikn')
    const carol = await cast.member('steady')
    const names = await NameServices.open(world)
    await names.setAvvy('bob.avax', bob.address)
    for (const one of [bob, carol]) await names.setAvvyName(one.address, 'bob.avax')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    await cast.approve(carol, ...carol.nfts)
    const fromBob = await cast.offer(bob, bob.nfts.slice(0, 1), alice.nfts.slice(0, 1))
    const fromCarol = await cast.offer(carol, carol.nfts, alice.nfts.slice(1))
    const at = await seat(alice.address)
    const { page } = at
    const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

    await at.visit('/inbox')
    const rowFrom = (address: string) => page.getByRole('article').filter({ hasText: short(address) })
    await expect(rowFrom(bob.address).getByText('bob.avax')).toBeVisible()
    await isSound(page)
    // Anyone can set any reverse record: hers leads elsewhere.
    await expect(rowFrom(carol.address)).toBeVisible()
    await expect(page.getByText('bob.avax')).toHaveCount(1)

    const slip = page.getByRole('region', { name: 'Offer', exact: true })
    const wholeBeside = async (place: Locator): Promise<void> => {
      await expect(place.getByText('bob.avax')).toBeVisible()
      await expect(place).toContainText(bob.address)
    }
    await page.goto(`/p2p/${fromBob}`)
    await wholeBeside(slip)
    await isSound(page)
    await page.goto(`/p2p/${fromCarol}`)
    await expect(slip).toContainText(carol.address)
    await expect(page.getByText('bob.avax')).toHaveCount(0)
    await page.goto(`/table/new?to=${bob.address}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await wholeBeside(page.getByRole('main'))
    await isSound(page)
    expect(at.complaints).toEqual([])
  })
})
