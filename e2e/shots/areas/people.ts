import { expect } from '../expect.ts'
import { at, busyOnce, keepContacts, longName } from '../peopleScenes.ts'
import type { Area } from '../Shot.ts'

export const area: Area = {
  title: 'Inbox, My escrow, traders and contacts',
  shots: [
    {
      name: 'inbox',
      async reach(stage) {
        const page = await at(stage, (await busyOnce(stage)).alice, '/inbox')
        await expect(page.getByRole('article')).toHaveCount(8)
        return page
      },
    },
    {
      name: 'inbox-signed-in',
      async reach(stage) {
        const page = await at(stage, (await busyOnce(stage)).alice, '/inbox')
        await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
        await expect(page.getByText(/^Signed in until/)).toBeVisible()
        await expect(page.getByRole('article').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'inbox-empty',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/inbox')
        await expect(page.getByText('Nothing needs you')).toBeVisible()
        return page
      },
    },
    {
      name: 'inbox-loading',
      async reach(stage) {
        const person = await stage.seat((await stage.cast.member()).address)
        await person.page.route('**/api/swap-offers/user/**', () => undefined)
        await person.visit('/inbox')
        await expect(person.page.locator('.inbox-skeleton').first()).toBeVisible()
        return person.page
      },
    },
    {
      name: 'inbox-disconnected',
      async reach(stage) {
        const page = await stage.visit('/inbox')
        await expect(page.getByText('Whose inbox?')).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow',
      async reach(stage) {
        const page = await at(stage, (await busyOnce(stage)).alice, '/escrow')
        await expect(page.getByText(/about 0\.\d+ AVAX/).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-empty',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/escrow')
        await expect(page.getByText('Nothing of yours is in escrow')).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-disconnected',
      async reach(stage) {
        const page = await stage.visit('/escrow')
        await expect(page.getByRole('main').getByRole('button', { name: 'CONNECT WALLET' })).toBeVisible()
        return page
      },
    },
    {
      name: 'trader',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), `/trader/${stage.addressOf('alice')}`)
        await expect(page.locator('.trader-facts')).toContainText('Completed trades')
        return page
      },
    },
    {
      name: 'trader-named',
      async reach(stage) {
        const address = stage.addressOf('bob')
        const page = await at(stage, { address: stage.addressOf('alice') }, `/trader/${address}`)
        await keepContacts(page, [{ address, name: longName }])
        await expect(page.getByRole('heading', { level: 1 })).toContainText(longName)
        await expect(page.locator('.trader-facts')).toContainText('Completed trades')
        return page
      },
    },
    {
      name: 'trader-new',
      async reach(stage) {
        const { address } = await stage.cast.member()
        const page = await at(stage, await stage.cast.member(), `/trader/${address}`)
        await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
        return page
      },
    },
    {
      name: 'history',
      async reach(stage) {
        const page = await at(
          stage,
          { address: stage.addressOf('alice') },
          `/trader/${stage.addressOf('alice')}/history`,
        )
        await expect(page.locator('.trade-rows > li').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'contacts',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/contacts')
        await keepContacts(page, [
          { address: stage.addressOf('alice'), name: longName },
          { address: stage.addressOf('bob'), name: 'Bob' },
          { address: stage.addressOf('carol'), name: 'Bоb' },
        ])
        await expect(page.getByText(longName)).toBeVisible()
        return page
      },
    },
    {
      name: 'contacts-empty',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/contacts')
        await expect(page.getByText('No contacts yet')).toBeVisible()
        return page
      },
    },
    {
      name: 'first-deal',
      async reach(stage) {
        const person = await stage.seat((await stage.cast.member('dokyo')).address)
        await person.arrive()
        await person.page.getByLabel('RECIPIENT ADDRESS').fill((await stage.cast.member('hoppers')).address)
        await expect(person.page.getByText('Your first deal with this address.')).toBeVisible()
        return person.page
      },
    },
    {
      name: 'look-alike',
      async reach(stage) {
        const bob = stage.addressOf('bob')
        const person = await stage.seat((await stage.cast.member('dokyo')).address)
        await person.arrive()
        await keepContacts(person.page, [{ address: bob, name: 'Bob' }])
        const poisoned = `0x${bob.slice(2, 6)}${'5'.repeat(32)}${bob.slice(-4)}`.toLowerCase()
        await person.page.getByLabel('RECIPIENT ADDRESS').fill(poisoned)
        await expect(person.page.getByRole('region', { name: 'Stop: compare this address' })).toBeVisible()
        return person.page
      },
    },
  ],
}
