import { parseEther } from 'viem'
import { expect } from '../expect.ts'
import { holdPhone } from '../capture.ts'
import { walletName } from '../../fixtures/Person.ts'
import { readyDeal } from '../readyDeal.ts'
import type { Area } from '../Shot.ts'
import type { Stage } from '../Stage.ts'
import type { Person } from '../../fixtures/Person.ts'

/** Alice with both sides of a deal with Bob. */
async function withDeal(stage: Stage, count = 3): Promise<Person> {
  const alice = await stage.arrive('alice')
  const { screen } = alice
  await screen.recipient.fill(stage.addressOf('bob'))
  for (let index = 0; index < count; index += 1)
    await screen.own
      .getByRole('listbox')
      .getByRole('option')
      .nth(index * 2)
      .click()
  for (let index = 0; index < count - 1; index += 1)
    await screen.friends
      .getByRole('listbox')
      .getByRole('option')
      .nth(index * 2)
      .click()
  await expect(alice.page.getByText(/, checking$/)).toHaveCount(0)
  return alice
}

export const area: Area = {
  title: 'Swap',
  shots: [
    {
      name: 'welcome',
      async reach(stage) {
        const page = await stage.visit('/p2p')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return page
      },
    },
    {
      name: 'no-wallet-in-browser',
      extent: 'view',
      async reach(stage) {
        const page = await stage.visit('/p2p')
        await page.getByRole('button', { name: 'CONNECT WALLET' }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'wallet-list',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await stage.seat(stage.addressOf('alice'))
        await screen.open()
        await page.getByRole('button', { name: 'CONNECT WALLET' }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'wallet-refused',
      extent: 'view',
      async reach(stage) {
        const { page, screen, wallet } = await stage.seat(stage.addressOf('alice'))
        wallet.refuseNext('eth_requestAccounts', { code: -32002, message: 'Request of type is already pending' })
        await screen.open()
        await screen.chooseWallet(walletName)
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible()
        return page
      },
    },
    {
      name: 'connecting',
      async reach(stage) {
        const { page, screen, wallet } = await stage.seat(stage.addressOf('alice'))
        wallet.hold('eth_requestAccounts')
        await screen.open()
        await screen.chooseWallet(walletName)
        await expect(page.getByText('CONNECTING…').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'empty-table',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await expect(screen.own.getByRole('listbox').getByRole('option').first()).toBeVisible()
        await expect(screen.sent.getByRole('button', { name: 'Cancel Offer' }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'reading-nfts',
      async reach(stage) {
        const person = await stage.seat(stage.addressOf('alice'))
        await person.page.route('**/api/holdings/**', () => undefined)
        await stage.connect(person)
        return person.page
      },
    },
    { name: 'deal', reach: async (stage) => (await withDeal(stage)).page },
    {
      name: 'deal-full',
      reach: async (stage) => (await withDeal(stage, 10)).page,
    },
    {
      name: 'deal-coins',
      async reach(stage) {
        const { page, screen } = await withDeal(stage)
        await screen.addCoins()
        await page.getByRole('textbox', { name: 'AVAX YOU GIVE' }).fill('1234.567890123456789012')
        await page.getByRole('textbox', { name: 'AVAX YOU GET' }).fill('2.5')
        await expect(page.getByRole('region', { name: 'The deal' })).toContainText('You receive')
        return page
      },
    },
    {
      name: 'deal-sheet-coins',
      extent: 'view',
      widthsPx: [390],
      async reach(stage) {
        const { page, screen } = await withDeal(stage, 1)
        await screen.addCoins()
        await page.getByRole('textbox', { name: 'AVAX YOU GIVE' }).fill('1234.567890123456789012')
        await holdPhone(page)
        await page.getByRole('button', { name: /Review deal/ }).click()
        await expect(page.getByRole('dialog')).toContainText('You pay')
        return page
      },
    },
    {
      name: 'bad-coins',
      async reach(stage) {
        const { page, screen } = await withDeal(stage)
        await screen.addCoins()
        await page.getByRole('textbox', { name: 'AVAX YOU GIVE' }).fill('1,5')
        await page.getByRole('textbox', { name: 'AVAX YOU GET' }).fill('79228162514.264337593543950335')
        await expect(page.getByText('too little to accept this')).toBeVisible()
        return page
      },
    },
    {
      name: 'bad-address',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await screen.recipient.fill('0x1234')
        await expect(screen.friends.getByText('INVALID ETH ADDRESS')).toBeVisible()
        return page
      },
    },
    {
      name: 'friend-has-nothing',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        const stranger = await stage.cast.member()
        await screen.recipient.fill(stranger.address)
        await expect(screen.friends.getByText("NO NFT'S FOUND")).toBeVisible()
        return page
      },
    },
    {
      name: 'newcomer-has-nothing',
      async reach(stage) {
        const nobody = await stage.cast.member()
        const person = await stage.seat(nobody.address)
        await stage.connect(person)
        await expect(person.screen.own.getByText("NO NFT'S FOUND")).toBeVisible()
        return person.page
      },
    },
    {
      name: 'alert',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await screen.createAnyway()
        await expect(screen.alert).toBeVisible()
        return page
      },
    },
    {
      name: 'advanced-approvals',
      async reach(stage) {
        const { page, screen } = await withDeal(stage)
        await screen.openApprovals()
        await page.getByRole('button', { name: /Advanced/ }).click()
        return page
      },
    },
    {
      name: 'nft-details',
      extent: 'view',
      async reach(stage) {
        const [carol, dan] = [await stage.cast.member('dokyo'), await stage.cast.member('hoppers')]
        for (const one of [carol, dan]) await stage.cast.approve(one, ...one.nfts)
        const offerId = await stage.cast.offer(carol, carol.nfts, dan.nfts)
        await stage.cast.callEscrow(dan, 'acceptSwapOffer', [offerId], parseEther('0.01'))
        const person = await stage.seat(carol.address)
        await stage.connect(person)
        // What opens the details loads when the page is idle.
        await expect(person.screen.own).toContainText('Hold an NFT')
        await person.screen.own.getByRole('listbox').focus()
        await person.page.keyboard.press('Enter')
        await expect(person.page.getByRole('dialog').locator(`a[href="/p2p/${offerId}"]`)).toBeVisible()
        return person.page
      },
    },
    {
      name: 'filtered',
      async reach(stage) {
        const { page, screen } = await stage.arrive('carol')
        await screen.own.getByRole('searchbox').fill('nothing is called this')
        await expect(screen.own.getByText('Nothing matches')).toBeVisible()
        return page
      },
    },
    {
      name: 'sheet',
      extent: 'view',
      widthsPx: [390],
      async reach(stage) {
        const { page } = await withDeal(stage)
        await holdPhone(page)
        await page.getByRole('button', { name: /Review deal/ }).click()
        return page
      },
    },
    {
      name: 'signing',
      async reach(stage) {
        const person = await readyDeal(stage, 'dokyo', 'the-salvors')
        person.wallet.hold('eth_sendTransaction')
        await person.screen.create()
        await expect(person.page.getByText('PROCESSING...').first()).toBeVisible()
        return person.page
      },
    },
    {
      name: 'success',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await readyDeal(stage, 'dokyo')
        await screen.create()
        await expect(page.getByRole('dialog')).toContainText('Success!')
        return page
      },
    },
    {
      name: 'rejected-toast',
      extent: 'view',
      async reach(stage) {
        const person = await stage.arrive('alice')
        person.wallet.refuseNext('eth_sendTransaction')
        await person.screen.sent.getByRole('button', { name: 'Cancel Offer' }).first().click()
        await expect(person.page.getByRole('region', { name: 'Notifications' })).toContainText(
          'Transaction was rejected in your wallet',
        )
        // Toasts stay while the window is in the background.
        await person.page.evaluate(() => window.dispatchEvent(new Event('blur')))
        return person.page
      },
    },
    {
      name: 'accept-review',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await screen.received.getByRole('button', { name: 'Accept Trade' }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'accept-review-details',
      extent: 'view',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await screen.received.getByRole('button', { name: 'Accept Trade' }).first().click()
        await page
          .getByRole('button', { name: /^Details of / })
          .first()
          .click()
        await expect(page.locator('.nft-detail')).toContainText('Owner')
        return page
      },
    },
    {
      name: 'expired-open',
      async reach(stage) {
        const { page, screen } = await stage.arrive('alice')
        await expect(screen.expired.getByRole('button', { name: 'Recover NFTs from Escrow' }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'wrong-network',
      async reach(stage) {
        const { page, screen, wallet } = await stage.seat(stage.addressOf('alice'))
        wallet.useChain(1)
        await screen.open()
        await screen.chooseWallet(walletName)
        await expect(page.getByRole('button', { name: /switch to avalanche/i }).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'account',
      extent: 'view',
      async reach(stage) {
        const { page } = await stage.arrive('alice')
        await page.getByRole('banner').getByRole('button', { name: /0x/ }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'menu',
      extent: 'view',
      widthsPx: [390],
      async reach(stage) {
        const { page } = await stage.arrive('alice')
        await holdPhone(page)
        await page.getByRole('button', { name: 'Menu' }).click()
        return page
      },
    },
  ],
}
