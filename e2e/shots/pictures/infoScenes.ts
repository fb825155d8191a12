import type { Locator, Page } from '@playwright/test'
import type { TableDeal } from '@parley/domain'
import { breakCollection, type Cast, type Member } from '@parley/testkit'
import { expect } from '../expect.ts'
import type { Stage } from '../Stage.ts'
import { bare, holdMarks } from '../tableScenes.ts'
import type { Person } from '../../fixtures/Person.ts'
import { TableByHand } from '../../fixtures/TableByHand.ts'

/** A part of a real screen, shown on the information pages. */
export interface InfoScene {
  readonly name: string
  /** Gets there and returns the part to photograph. */
  readonly reach: (stage: Stage) => Promise<Locator>
  /** Margin around the part for whatever overlaps its edges; 24 by default. */
  readonly marginPx?: number
  /** Crops the picture to this height from the top. */
  readonly mostHeightPx?: number
}

/** Alice has picked three of hers and two of Bob's. */
async function withDeal(stage: Stage): Promise<Person> {
  const alice = await stage.arrive('alice')
  const { screen } = alice
  await screen.recipient.fill(stage.addressOf('bob'))
  for (const index of [0, 8, 10]) await screen.own.getByRole('listbox').getByRole('option').nth(index).click()
  for (const index of [1, 7]) await screen.friends.getByRole('listbox').getByRole('option').nth(index).click()
  await expect(alice.page.getByText(/, checking$/)).toHaveCount(0)
  await alice.page.mouse.move(0, 0)
  return alice
}

async function openOfferFor(stage: Stage): Promise<Person> {
  const alice = await stage.arrive('alice')
  const link = alice.screen.received.getByRole('link', { name: /View Details/ }).nth(1)
  const href = await link.getAttribute('href')
  await alice.page.goto(href ?? '')
  await expect(alice.page.getByText('Checked on chain', { exact: true })).toBeVisible()
  return alice
}

type Keys = Parameters<Cast['member']>

/** Two people's NFTs, and the table one of them opens for a week. */
async function openTable({ cast, world }: Stage, own: Keys, theirs: Keys, most = 20) {
  const [alice, bob] = [await cast.member(...own), await cast.member(...theirs)]
  const few = ({ nfts, wei }: TableDeal['opener']) => ({ wei, nfts: nfts.slice(0, most) })
  const table = await TableByHand.open(world, alice, bob, {
    change: ({ opener, guest }) => ({ opener: few(opener), guest: few(guest), durationMinutes: 10_080 }),
  })
  return { alice, bob, table }
}

async function connectAt(stage: Stage, { address }: Member, path: string): Promise<Page> {
  const person = await stage.seat(address)
  await stage.connect(person)
  await person.page.goto(path)
  return person.page
}

/** Alice has proposed, and Bob puts some AVAX on top. */
async function negotiate(stage: Stage): Promise<Locator> {
  const { alice, table } = await openTable(stage, ['dokyo', 'aso'], ['roostr', 'hoppers', 'chikn'])
  const page = await connectAt(stage, alice, table.path)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  stage.afterwards(await table.sit('guest'))
  await table.lay('guest', ({ guest, ...rest }) => ({ ...rest, guest: { ...guest, wei: 15n * 10n ** 17n } }), {
    note: 'With some AVAX on top we’re even.',
  })
  await expect(page.getByRole('button', { name: 'I’m ready' })).toBeVisible()
  // The highlight of the latest change lasts three seconds.
  await expect(page.locator('.change-strip')).toHaveCount(0)
  await page.mouse.move(0, 0)
  return page.locator('.table').first()
}

/** Alice is ready, and Bob lays another NFT down. */
async function change(stage: Stage): Promise<Locator> {
  const { alice, bob, table } = await openTable(stage, ['dokyo', 'aso'], ['roostr', 'hoppers', 'chikn'], 2)
  const page = await connectAt(stage, alice, table.path)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  stage.afterwards(await table.sit('guest'))
  await table.tick('guest')
  await expect(page.locator('.ready-tick-ready')).toHaveCount(2)
  await holdMarks(page)
  const [, , chick] = bob.nfts
  if (!chick) throw new Error('the cast is short of NFTs')
  await table.lay(
    'guest',
    ({ guest, ...rest }) => ({ ...rest, guest: { ...guest, nfts: [...guest.nfts, bare(chick)] } }),
    {
      isReady: false,
    },
  )
  await expect(page.locator('.change-strip')).toBeVisible()
  await page.mouse.move(0, 0)
  return page.locator('.table').first()
}

/** Bob reviews an offer of Alice's with another NFT than agreed. */
async function compare(stage: Stage): Promise<Locator> {
  const { cast } = stage
  const { alice, bob, table } = await openTable(stage, ['hoppers', 'dokyo', 'dokyo'], ['chikn', 'roostr'], 2)
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  await table.tick('guest')
  const [hopper, , other] = alice.nfts
  if (!hopper || !other) throw new Error('the cast is short of NFTs')
  const id = await cast.offer(alice, [hopper, other], bob.nfts, 10_080 * 60)
  const page = await connectAt(stage, bob, `/p2p/${id}`)
  await page.getByRole('button', { name: /^Agreed on this at a table/ }).click()
  await expect(page.getByRole('table', { name: 'What you agreed next to what the offer says' })).toBeVisible()
  await expect(page.getByText(/^8 of 8 checks pass$/).first()).toBeVisible()
  await page.mouse.move(0, 0)
  return page.locator('.table').first()
}

const feeWei = 10n ** 16n

/** Alice, whose inbox and escrow have something of most kinds. */
async function busyAlice(stage: Stage): Promise<Person> {
  const { cast, world } = stage
  const { alice, bob, table } = await openTable(
    stage,
    ['dokyo', 'steady', 'aso', 'furks', 'farmland'],
    ['roostr', 'hoppers', 'chikn'],
    1,
  )
  const [, shore, , fur, field] = alice.nfts
  const [rooster, hopper, chick] = bob.nfts
  if (!shore || !fur || !field || !rooster || !hopper || !chick) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  const stuck = await cast.offer(alice, [fur], [hopper])
  const mend = await breakCollection(world, fur.contract)
  await cast.callEscrow(alice, 'cancelSwapOffer', [stuck])
  await mend()
  await cast.offer(alice, [shore], [chick], 300)
  await world.clock.advance(301)
  const coins = { offeredWei: 5n * 10n ** 17n, requestedWei: 0n }
  await cast.offerWithCoins(alice, bob.address, { offered: [field], requested: [hopper], coins }, 6 * 86_400)
  const sold = await cast.offer(bob, [rooster], [alice.nfts[2] ?? shore])
  await cast.callEscrow(alice, 'acceptSwapOffer', [sold], feeWei)
  await cast.offer(bob, [chick], [alice.nfts[0] ?? shore], 86_300)
  await table.lay('guest', (deal) => ({ ...deal, guest: { ...deal.guest, wei: feeWei } }))
  const person = await stage.seat(alice.address)
  await stage.connect(person)
  const contacts = JSON.stringify([{ address: bob.address, name: 'Bob' }])
  await person.page.evaluate((list) => localStorage.setItem('parley-contacts', list), contacts)
  return person
}

async function inbox(stage: Stage): Promise<Locator> {
  const { page } = await busyAlice(stage)
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await expect(page.getByRole('article', { name: /countered, your turn/ })).toBeVisible()
  await expect(page.getByText(/about 0\.\d+ AVAX/).first()).toBeVisible()
  await page.mouse.move(0, 0)
  return page.locator('.inbox')
}

async function escrow(stage: Stage): Promise<Locator> {
  const { page } = await busyAlice(stage)
  await page.goto('/escrow')
  await expect(page.getByRole('region', { name: 'Offer by offer' }).getByText(/about 0\.\d+ AVAX/)).toHaveCount(3)
  await page.mouse.move(0, 0)
  return page.locator('.table').first()
}

async function trader(stage: Stage): Promise<Locator> {
  const { page } = await stage.arrive('bob', `/trader/${stage.addressOf('alice')}`)
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(page.locator('.trader-facts')).toContainText('Completed trades')
  return page.locator('.table').first()
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
  { name: 'negotiate', reach: negotiate, marginPx: 44 },
  { name: 'compare', reach: compare, marginPx: 44 },
  { name: 'change', reach: change, marginPx: 44 },
  {
    name: 'recover',
    reach: async (stage) => (await stage.arrive('alice')).screen.expired,
  },
  { name: 'inbox', reach: inbox, mostHeightPx: 620 },
  { name: 'escrow', reach: escrow, marginPx: 44 },
  { name: 'trader', reach: trader, marginPx: 44 },
]
