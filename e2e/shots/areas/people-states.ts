import { expect } from '../expect.ts'
import { at, atWithoutServer, busyOnce, floodedWallet, keepContacts, longName } from '../peopleScenes.ts'
import type { Area } from '../Shot.ts'

export const area: Area = {
  title: 'Inbox, My escrow, traders and contacts: waiting, failing, many',
  shots: [
    {
      name: 'inbox-named',
      async reach(stage) {
        const { alice, bob, carol } = await busyOnce(stage)
        const page = await at(stage, alice, '/inbox')
        await keepContacts(page, [
          { address: bob.address, name: longName },
          { address: carol.address, name: 'Carol' },
        ])
        await expect(page.getByText(longName).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'inbox-away',
      async reach(stage) {
        const page = await atWithoutServer(stage, (await busyOnce(stage)).alice, '/inbox')
        await expect(page.getByText(/Read from the chain through your own connection/)).toBeVisible()
        await expect(page.getByRole('article').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'inbox-failed',
      async reach(stage) {
        const page = await atWithoutServer(stage, await stage.cast.member(), '/inbox', 'andChain')
        await expect(page.getByText('Your inbox couldn’t be read.')).toBeVisible()
        return page
      },
    },
    {
      name: 'inbox-many',
      async reach(stage) {
        const page = await at(stage, await floodedWallet(stage), '/inbox')
        await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
        await expect(page.getByText(/^Signed in until/)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-named',
      async reach(stage) {
        const { alice, bob } = await busyOnce(stage)
        const page = await at(stage, alice, '/escrow')
        await keepContacts(page, [{ address: bob.address, name: longName }])
        await expect(page.getByText(longName).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-loading',
      async reach(stage) {
        const person = await stage.seat((await stage.cast.member()).address)
        await person.page.route(`${stage.world.chain.url}/**`, () => undefined)
        await person.visit('/escrow')
        await expect(person.page.locator('.escrow-skeleton')).toBeVisible()
        return person.page
      },
    },
    {
      name: 'escrow-away',
      async reach(stage) {
        const page = await atWithoutServer(stage, (await busyOnce(stage)).alice, '/escrow')
        await expect(page.getByText(/about 0\.\d+ AVAX/).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-failed',
      async reach(stage) {
        const page = await atWithoutServer(stage, await stage.cast.member(), '/escrow', 'andChain')
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
        return page
      },
    },
    {
      name: 'escrow-stopped',
      async reach(stage) {
        const person = await stage.seat((await busyOnce(stage)).alice.address)
        await person.visit('/escrow')
        person.wallet.refuseNext('eth_sendTransaction')
        await person.page.getByRole('button', { name: /^Bring \d/ }).click()
        await expect(person.page.getByText('Transaction was rejected in your wallet').first()).toBeVisible()
        return person.page
      },
    },
    {
      name: 'trader-away',
      async reach(stage) {
        const page = await atWithoutServer(stage, await stage.cast.member(), `/trader/${stage.addressOf('bob')}`)
        await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'trader-blocked',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), `/trader/${stage.addressOf('bob')}`)
        await page.getByRole('button', { name: 'Block this wallet' }).click()
        await expect(page.getByRole('button', { name: 'Unblock' }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'trader-own',
      async reach(stage) {
        const { alice } = await busyOnce(stage)
        const page = await at(stage, alice, `/trader/${alice.address}`)
        await expect(page.locator('.trader-facts')).toContainText('Completed trades')
        return page
      },
    },
    {
      name: 'trader-escrow',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), `/trader/${stage.world.escrow}`)
        await expect(page.getByRole('main').getByRole('status').or(page.locator('.note')).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'trader-malformed',
      async reach(stage) {
        const page = await stage.visit('/trader/0x123')
        await expect(page.locator('.no-trader')).toBeVisible()
        return page
      },
    },
    {
      name: 'history-nothing',
      async reach(stage) {
        const { alice } = await busyOnce(stage)
        const page = await at(stage, alice, `/trader/${alice.address}/history?with=${stage.world.escrow}`)
        await expect(page.locator('.trade-rows > li')).toHaveCount(0)
        await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
        return page
      },
    },
    {
      name: 'contacts-many',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/contacts')
        const address = (turn: number) => `0x${(turn + 1).toString().padStart(40, '0')}`
        await keepContacts(
          page,
          Array.from({ length: 40 }, (_, turn) => ({ address: address(turn), name: `Person ${turn + 1}` })),
        )
        await expect(page.getByText('Person 40', { exact: true })).toBeVisible()
        return page
      },
    },
    {
      name: 'contacts-add',
      extent: 'view',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/contacts')
        await page.getByRole('button', { name: 'Add to contacts' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'contacts-import',
      extent: 'view',
      async reach(stage) {
        const page = await at(stage, await stage.cast.member(), '/contacts')
        await keepContacts(page, [{ address: stage.addressOf('alice'), name: 'Alice' }])
        const contacts = [
          { address: stage.addressOf('alice'), name: longName },
          { address: stage.addressOf('bob'), name: 'Bob' },
          { address: '0x12', name: 'broken' },
        ]
        await page.locator('input[type=file]').setInputFiles({
          name: 'contacts.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify({ kind: 'parley-contacts', version: 1, contacts })),
        })
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
  ],
}
