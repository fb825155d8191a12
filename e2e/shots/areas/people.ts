import { breakCollection, type Member } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'
import type { Stage } from '../Stage.ts'

const feeWei = parseEther('0.01')
const hourS = 3_600

/** A wallet with an item of almost every kind, and four things in escrow. */
async function busyWallet({ cast, world }: Stage): Promise<Member> {
  const alice = await cast.member('dokyo', 'steady', 'furks', 'hoppers', 'farmland', 'chikn', 'roostr')
  const bob = await cast.member('farmland', 'hoppers', 'chikn', 'steady')
  const carol = await cast.member('madskullz', 'roostr')
  const [mask, shore, fur, frog, field, chick, rooster] = alice.nfts
  const [his, moving, wanted, fourth] = bob.nfts
  if (!mask || !shore || !fur || !frog || !field || !chick || !rooster || !his || !moving || !wanted || !fourth)
    throw new Error('the cast is short of NFTs')
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  await cast.approve(carol, ...carol.nfts)
  const sold = await cast.offer(alice, [chick], [wanted])
  await cast.callEscrow(bob, 'acceptSwapOffer', [sold], feeWei)
  const stuck = await cast.offer(alice, [fur], [his])
  const mend = await breakCollection(world, fur.contract)
  await cast.callEscrow(alice, 'cancelSwapOffer', [stuck])
  await mend()
  const returned = await cast.offer(alice, [rooster], [his], 300)
  await cast.offer(alice, [mask], [his, fourth], 300)
  await cast.offer(alice, [shore], [his], hourS + 200)
  await world.clock.advance(301)
  await cast.callEscrow(bob, 'cancelExpiredOffer', [returned], feeWei)
  await cast.offerWithCoins(
    alice,
    bob.address,
    { offered: [frog], requested: [moving], coins: { offeredWei: parseEther('0.5'), requestedWei: 0n } },
    6 * 24 * hourS,
  )
  await cast.transfer(bob, carol.address, moving)
  await cast.offer(carol, carol.nfts, [field], 20 * hourS)
  return alice
}

/** Opens a path as this wallet, with nicknames where given. */
async function at(stage: Stage, { address }: Pick<Member, 'address'>, path: string): Promise<Page> {
  const person = await stage.seat(address)
  await person.visit(path)
  return person.page
}

let busy: Promise<Member> | undefined
/** One busy wallet for all of its pictures. */
const busyOnce = (stage: Stage): Promise<Member> => (busy ??= busyWallet(stage))

const longName = 'Maximiliane von und zu Hohenbobingen III'

async function keepContacts(page: Page, contacts: readonly { address: string; name: string }[]): Promise<void> {
  await page.evaluate((list) => localStorage.setItem('parley-contacts', JSON.stringify(list)), contacts)
  await page.reload()
}

export const area: Area = {
  title: 'Inbox, My escrow, traders and contacts',
  shots: [
    {
      name: 'inbox',
      async reach(stage) {
        const page = await at(stage, await busyOnce(stage), '/inbox')
        await expect(page.getByRole('article')).toHaveCount(8)
        return page
      },
    },
    {
      name: 'inbox-signed-in',
      async reach(stage) {
        const page = await at(stage, await busyOnce(stage), '/inbox')
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
        const page = await at(stage, await busyOnce(stage), '/escrow')
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
