import { expect } from '../expect.ts'
import { holdPhone } from '../capture.ts'
import { asoverse } from '../../portals/asoverse.ts'
import { walletName, type Person } from '../../fixtures/Person.ts'
import type { Area } from '../Shot.ts'
import type { Stage } from '../Stage.ts'

/** Opens the portal as a person of the local world, with their NFTs visible. */
async function arriveThere(stage: Stage, name: 'alice' | 'bob' | 'carol'): Promise<Person> {
  const person = await stage.seat(stage.addressOf(name), asoverse)
  await person.arrive()
  await expect(person.screen.own.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect(person.page.getByText('CHECKING ASO APPROVAL STATUS...')).toHaveCount(0)
  return person
}

/** Alice with two of her NFTs and one of Bob's in the deal. */
async function withDeal(stage: Stage): Promise<Person> {
  const alice = await arriveThere(stage, 'alice')
  const { screen } = alice
  await screen.recipient.fill(stage.addressOf('bob'))
  for (const index of [0, 2]) await screen.own.getByRole('listbox').getByRole('option').nth(index).click()
  await screen.friends.getByRole('listbox').getByRole('option').nth(1).click()
  return alice
}

/** A party of an offer that was open for one second. */
async function ranOut(stage: Stage, role: 'creator' | 'recipient'): Promise<Person> {
  const people = { creator: await stage.cast.member('aso', 'aso', 'aso'), recipient: await stage.cast.member('aso') }
  await stage.cast.approve(people.creator, ...people.creator.nfts)
  await stage.cast.offer(people.creator, people.creator.nfts.slice(0, 2), people.recipient.nfts, 1)
  const person = await stage.seat(people[role].address, asoverse)
  await person.arrive()
  return person
}

export const area: Area = {
  title: 'ASOverse',
  shots: [
    {
      name: 'welcome',
      async reach(stage) {
        const page = await stage.visit('/ASOverse')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(asoverse.words.title)
        return page
      },
    },
    {
      name: 'empty-table',
      async reach(stage) {
        return (await arriveThere(stage, 'alice')).page
      },
    },
    {
      name: 'deal',
      async reach(stage) {
        return (await withDeal(stage)).page
      },
    },
    {
      name: 'received',
      async reach(stage) {
        const bob = await arriveThere(stage, 'bob')
        await expect(bob.screen.acceptButton.first()).toBeVisible()
        return bob.page
      },
    },
    {
      name: 'review',
      extent: 'view',
      async reach(stage) {
        const bob = await arriveThere(stage, 'bob')
        await bob.screen.acceptButton.first().click()
        await expect(bob.page.getByRole('dialog')).toBeVisible()
        return bob.page
      },
    },
    {
      name: 'nothing-held',
      async reach(stage) {
        const nobody = await stage.cast.member()
        const { page, screen } = await stage.seat(nobody.address, asoverse)
        await screen.open()
        await screen.connect(walletName)
        await expect(screen.own).toContainText("NO ASO NFT'S FOUND.")
        return page
      },
    },
    {
      name: 'invalid-address',
      async reach(stage) {
        const { page, screen } = await arriveThere(stage, 'carol')
        await screen.recipient.fill('0x1234')
        await expect(screen.friends).toContainText('INVALID ETH ADDRESS')
        return page
      },
    },
    {
      name: 'not-approved',
      extent: 'view',
      async reach(stage) {
        const novice = await stage.cast.member('aso')
        const { page, screen } = await stage.seat(novice.address, asoverse)
        await screen.open()
        await screen.connect(walletName)
        await screen.layOut(novice, await stage.cast.member('aso', 'aso'))
        await screen.create()
        await expect(screen.alert).toBeVisible()
        return page
      },
    },
    {
      name: 'expired',
      async reach(stage) {
        const { page, screen } = await ranOut(stage, 'creator')
        await expect(screen.recoverButton).toBeVisible()
        return page
      },
    },
    {
      name: 'expired-received',
      async reach(stage) {
        const { page, screen } = await ranOut(stage, 'recipient')
        await expect(screen.received.getByRole('button', { name: 'Return Expired' })).toBeVisible()
        return page
      },
    },
    {
      name: 'created',
      extent: 'view',
      async reach(stage) {
        const maker = await stage.cast.member('aso')
        await stage.cast.approve(maker, ...maker.nfts)
        const { page, screen } = await stage.seat(maker.address, asoverse)
        await screen.open()
        await screen.connect(walletName)
        await screen.layOut(maker, await stage.cast.member('aso', 'aso'))
        await screen.create()
        await expect(page.getByRole('dialog')).toContainText('Success!')
        return page
      },
    },
    {
      name: 'deal-sheet',
      extent: 'view',
      widthsPx: [390],
      async reach(stage) {
        const { page } = await withDeal(stage)
        await holdPhone(page)
        await page.getByRole('button', { name: 'Review deal' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
  ],
}
